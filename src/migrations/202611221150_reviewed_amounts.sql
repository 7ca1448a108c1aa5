-- What a reversal that waits for staff takes back is agreed when they decide it: until then it stands as the provider tells it.
drop trigger amounts_agreed on remittance;
create trigger amounts_agreed before update of amount, currency, fee, account_amount, account_currency, rate, rate_as_of, left_over
  on remittance for each row
  when (old.phase not in ('quoted', 'on_review') and not (old.phase = 'awaiting_approval' and old.transfer_type = 'reversal'))
  execute function refuse_amounts();
