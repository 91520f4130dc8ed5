-- How many watch a table at each node. Worth nothing after a crash, so it is not logged.
CREATE UNLOGGED TABLE audience (
    table_id TEXT NOT NULL,
    node     TEXT NOT NULL,
    watching INTEGER NOT NULL,
    seen     TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (table_id, node)
);
