-- Both databases understand it; in each it is a step of its own.
CREATE TABLE scores (
    id      TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    mode    TEXT NOT NULL,
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    points  BIGINT NOT NULL,
    ticks   BIGINT NOT NULL,
    figures TEXT NOT NULL,
    run     TEXT NOT NULL,
    -- Of the run without its player's name: nobody enters the same run twice.
    digest  TEXT NOT NULL UNIQUE,
    at      BIGINT NOT NULL
);

CREATE INDEX best_points ON scores (game, mode, kind, points DESC, ticks, at);
CREATE INDEX best_ticks ON scores (game, mode, kind, ticks, at);
