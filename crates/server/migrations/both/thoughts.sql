-- What was thought about positions and finished games. Both databases understand it; in each it is a step of its own.
CREATE TABLE thoughts (
    -- What it is about: a digest of a position and who thought, or a finished table.
    subject TEXT PRIMARY KEY,
    body    TEXT NOT NULL,
    at      BIGINT NOT NULL
);

CREATE INDEX thoughts_age ON thoughts (at);
