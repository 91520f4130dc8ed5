-- To find tables that are too old to be kept. A seat that a person holds has a token; imports and
-- tables of machines have none. Only columns that no move changes, so that a move updates no index.
CREATE INDEX held_age ON tables (created) WHERE seats LIKE '%"token":%';
CREATE INDEX unheld_age ON tables (created) WHERE seats NOT LIKE '%"token":%';
