-- What the machines of a laboratory share. A schema of its own: a game room may live in the same database.
CREATE SCHEMA IF NOT EXISTS plateau_lab;

-- A job is what a worker must know to play any game of an event. The same command finds its job again.
CREATE TABLE IF NOT EXISTS plateau_lab.jobs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version TEXT NOT NULL,
    spec TEXT NOT NULL,
    title TEXT NOT NULL,
    programs BOOLEAN NOT NULL,
    begun TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS jobs_by_spec ON plateau_lab.jobs (version, md5(spec));

-- A task is one game of a job: open, leased to a worker until a time, or done. `told` is whether the event knows it.
CREATE TABLE IF NOT EXISTS plateau_lab.tasks (
    job BIGINT NOT NULL REFERENCES plateau_lab.jobs ON DELETE CASCADE,
    key TEXT NOT NULL,
    number BIGINT NOT NULL,
    task TEXT NOT NULL,
    game TEXT,
    told BOOLEAN NOT NULL DEFAULT FALSE,
    worker TEXT,
    leased TIMESTAMPTZ,
    PRIMARY KEY (job, key)
);
CREATE INDEX IF NOT EXISTS tasks_open ON plateau_lab.tasks (job, number) WHERE game IS NULL;
CREATE INDEX IF NOT EXISTS tasks_untold ON plateau_lab.tasks (job) WHERE game IS NOT NULL AND NOT told;

-- What a worker could not do, for the one who waits for it.
CREATE TABLE IF NOT EXISTS plateau_lab.refusals (
    job BIGINT NOT NULL REFERENCES plateau_lab.jobs ON DELETE CASCADE,
    worker TEXT NOT NULL,
    why TEXT NOT NULL,
    told BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (job, worker)
);
