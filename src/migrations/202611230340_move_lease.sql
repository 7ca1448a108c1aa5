-- Grows with each lease of a move: whoever has lost theirs while they waited for a platform writes nothing of it any more.
alter table company_move add column lease integer not null default 0;
