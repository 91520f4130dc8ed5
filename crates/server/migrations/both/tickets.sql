-- A ticket lets one run into a list: the server draws its seed and knows when it began. Both databases understand it.
CREATE TABLE tickets (
    -- Of the ticket itself, which only its holder knows.
    hash      TEXT PRIMARY KEY,
    game      TEXT NOT NULL,
    mode      TEXT NOT NULL,
    seed      TEXT NOT NULL,
    -- Times in milliseconds since 1970, durations in milliseconds.
    issued    BIGINT NOT NULL,
    -- All pauses that are over, how many there were, and when the present one began.
    paused    BIGINT NOT NULL,
    pauses    BIGINT NOT NULL,
    paused_at BIGINT,
    -- When the run was told of, its digest, and the score that it became.
    sealed    BIGINT,
    digest    TEXT,
    score     TEXT
);

CREATE INDEX tickets_age ON tickets (issued);

-- Which list a run stands in: people's, apart from them, or computers'. Runs from before there were tickets are apart.
ALTER TABLE scores ADD COLUMN shelf TEXT NOT NULL DEFAULT 'apart';
-- Why it stands apart: a JSON list of ids.
ALTER TABLE scores ADD COLUMN doubts TEXT NOT NULL DEFAULT '["no-ticket"]';
-- Whose place it is: one in each list. A level's id for a computer.
ALTER TABLE scores ADD COLUMN player TEXT NOT NULL DEFAULT '';
-- How long it was paused.
ALTER TABLE scores ADD COLUMN paused BIGINT NOT NULL DEFAULT 0;

UPDATE scores SET player = lower(name);

CREATE INDEX score_places ON scores (game, mode, kind, shelf, player);
