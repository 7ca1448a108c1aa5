-- A position may be closed by an opposite one: `terms` names the other.

alter table trading_order
  drop constraint trading_order_kind_check,
  add constraint trading_order_kind_check check (kind in ('open', 'close', 'close_by', 'pending', 'stops', 'change', 'cancel')),
  drop constraint trading_order_check,
  add constraint trading_order_check check ((position is not null) = (kind in ('close', 'close_by', 'stops'))
    and (ticket is not null or kind not in ('change', 'cancel')));

alter table platform_operation
  drop constraint platform_operation_kind_check,
  add constraint platform_operation_kind_check check (kind in ('balance', 'credit', 'correction', 'open_account', 'market_order',
    'close_position', 'close_by', 'pending_order', 'change_order', 'cancel_order', 'position_stops', 'access'));

-- What the platform has not answered is asked for whenever a terminal opens.
create index trading_order_unanswered on trading_order (number) where status = 'processing';
