-- Pictures of a paper that others have taken the place of, or that were given up: their bytes are forgotten, and they count as sent.
alter table document
  add column dropped_files integer not null default 0 check (dropped_files >= 0),
  add column dropped_bytes bigint not null default 0 check (dropped_bytes >= 0);
