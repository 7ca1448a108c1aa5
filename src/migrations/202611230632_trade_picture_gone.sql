-- Pictures that have expired, until their bytes are forgotten: whoever asks for the same picture meanwhile gets another one.
create table trade_picture_gone (
  id uuid primary key,
  at timestamptz not null
);
create index trade_picture_gone_at on trade_picture_gone (at, id);

grant select, insert, delete on trade_picture_gone to atrium_app;
