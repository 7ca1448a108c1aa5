-- A change of phase writes every index of its row anew, so an index has to earn its keep. Movements of an account are found among
-- its client's (remittance_list), and what takes a movement back through the unique index of reversals.
drop index remittance_account;
drop index remittance_target;
drop index remittance_reverses;
