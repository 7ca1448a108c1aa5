-- A provider's report of a day is compared with what was posted on it, without reading what was posted before.
create index ledger_movement_at on ledger_movement using brin (at) with (pages_per_range = 16, autosummarize = on);
