-- Whether what a client had paid in before a move counts in the company that they have moved to; null: they have not said.
alter table company_move add column counts_deposits boolean;
