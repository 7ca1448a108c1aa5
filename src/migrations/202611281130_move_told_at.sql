-- When the form of a move was filled in, of a move that is tried again; null: when it was asked for.
alter table company_move add column told_at timestamptz;
