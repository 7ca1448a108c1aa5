-- Who has paid in is noted by the function that completes payments, once for all of a batch (areas/payments/transitions.sql): a trigger
-- for each row was a sixth of what a posting costs.
drop trigger risk_paid on remittance;
