-- Races live in the memory of one node each; here the others find which. Worth nothing after a crash, so not logged.
CREATE UNLOGGED TABLE races (
    id      TEXT PRIMARY KEY,
    node    TEXT NOT NULL,
    -- Where the other nodes reach that node; none if it has not said.
    address TEXT,
    game    TEXT NOT NULL,
    -- Whether it waits for players and may be seen by everybody, and how it is shown then.
    listed  BOOLEAN NOT NULL,
    body    TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- When its node last said that it is alive.
    seen    TIMESTAMPTZ NOT NULL
);

-- By this the nodes of one database know each other.
CREATE TABLE cluster (
    id     INTEGER PRIMARY KEY,
    secret TEXT NOT NULL
);
