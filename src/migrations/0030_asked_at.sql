-- When the platform was last asked to pay a loss back, of wall time: nobody looks again, or asks, while that may still be on its
-- way there.
alter table negative_balance add column asked_at timestamptz;
