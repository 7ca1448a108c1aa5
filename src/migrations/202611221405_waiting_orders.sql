-- Orders that wait for a price, and changes of them and of the stops of positions: intentions as those at market are. The terms stand
-- as they were asked for; what is in force the platform keeps.

alter table trading_order
  add column terms jsonb,
  -- The platform's number of the order that waits: the one that was placed, or the one that is changed or cancelled.
  add column ticket text,
  drop constraint trading_order_kind_check,
  add constraint trading_order_kind_check check (kind in ('open', 'close', 'pending', 'stops', 'change', 'cancel')),
  drop constraint trading_order_status_check,
  -- done: it was done as asked; an order at market is filled instead.
  add constraint trading_order_status_check check (status in ('processing', 'filled', 'done', 'refused', 'failed')),
  drop constraint trading_order_check,
  add constraint trading_order_check check ((position is not null) = (kind in ('close', 'stops'))
    and (ticket is not null or kind not in ('change', 'cancel')));

alter table platform_operation
  drop constraint platform_operation_kind_check,
  add constraint platform_operation_kind_check check (kind in ('balance', 'credit', 'correction', 'open_account', 'market_order',
    'close_position', 'pending_order', 'change_order', 'cancel_order', 'position_stops'));
