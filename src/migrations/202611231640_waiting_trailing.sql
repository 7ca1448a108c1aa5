-- A stop that follows the price may be set on an order that waits: it `waits` with it, under the order's number, which is its position's
-- once it is filled. Its `digits` are known from then on.

alter table trailing_stop
  drop constraint trailing_stop_status_check,
  add constraint trailing_stop_status_check check (status in ('waits', 'on', 'removed', 'ended'));
create unique index trailing_stop_waits_once on trailing_stop (number, position) where status = 'waits';
