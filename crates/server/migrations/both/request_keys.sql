-- What a client calls a move that it sends: the same key again is the same move, sent once more.
ALTER TABLE moves ADD COLUMN request_key TEXT;

-- What /healthz writes, to see whether the database takes writes.
CREATE TABLE probe (
    id     INTEGER PRIMARY KEY,
    at     BIGINT NOT NULL,
    filler TEXT NOT NULL
);

-- Bots that are among themselves wait until somebody watches: their turns are no longer for any node to take.
UPDATE tables SET bot_due = FALSE WHERE bot_due AND seats NOT LIKE '%"kind":"person"%';
