-- What a client receives of an exchange is rounded down. What of the amount paid was not needed for it stays with the
-- house, on an account of its own, and goes back when the whole amount goes back.
alter table remittance add column left_over bigint not null default 0 check (left_over >= 0 and left_over < amount);
