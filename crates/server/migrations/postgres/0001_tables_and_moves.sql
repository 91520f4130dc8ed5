-- Rows of tables are updated at every move: the free space lets PostgreSQL do it in place.
CREATE TABLE tables (
    id            TEXT PRIMARY KEY,
    game          TEXT NOT NULL,
    variant       TEXT,
    options       TEXT NOT NULL,
    seed          BIGINT NOT NULL,
    private       BOOLEAN NOT NULL,
    archived      BOOLEAN NOT NULL,
    created       BIGINT NOT NULL,
    moved         BIGINT NOT NULL,
    version       INTEGER NOT NULL,
    generation    INTEGER NOT NULL,
    epoch         INTEGER NOT NULL,
    status        TEXT NOT NULL,
    turn          INTEGER,
    result        TEXT,
    seats         TEXT NOT NULL,
    undo          TEXT,
    next          TEXT,
    bot_due       BOOLEAN NOT NULL,
    claimed_by    TEXT,
    claimed_until TIMESTAMPTZ
) WITH (fillfactor = 50);

CREATE INDEX lobby ON tables (created DESC) WHERE NOT private AND NOT archived;
CREATE INDEX bot_turns ON tables (id) WHERE bot_due;

CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    epoch    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    text     TEXT NOT NULL,
    played   BIGINT NOT NULL,
    PRIMARY KEY (table_id, epoch)
);
