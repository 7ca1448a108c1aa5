-- A night that the desk has waived: before it was charged its row stands there already, and costs nothing.
alter table swap_free_fee drop constraint swap_free_fee_state_check, drop constraint swap_free_fee_amount_check,
  add constraint swap_free_fee_state_check check (state in ('due', 'asked', 'posted', 'nothing', 'waived')),
  add constraint swap_free_fee_amount_check check (amount > 0 or (state = 'waived' and amount = 0));
