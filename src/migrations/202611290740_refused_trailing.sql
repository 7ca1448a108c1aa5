-- A stop that follows the price and whose move was refused: how often in a row, as far as that says something about the stop, and
-- until when it is not asked for again (application time).
alter table trailing_stop
  add column refusals integer not null default 0,
  add column rests_until timestamptz;
