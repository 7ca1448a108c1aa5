-- When comparing a client failed last: such a one comes after the others, and is told of once.
alter table screening_due add column failed_at timestamptz;
