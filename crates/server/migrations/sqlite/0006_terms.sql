-- What the people at a table agreed on beside the rules, as JSON, and when the seat to move runs out of time.
ALTER TABLE tables ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
ALTER TABLE tables ADD COLUMN due BIGINT;

CREATE INDEX clocks ON tables (due) WHERE due IS NOT NULL;
