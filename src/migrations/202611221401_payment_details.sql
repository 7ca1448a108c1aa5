-- What a method asked for besides its amount and currency: the bank, the coin with its network. Null: nothing was asked.
alter table remittance add column details jsonb;
