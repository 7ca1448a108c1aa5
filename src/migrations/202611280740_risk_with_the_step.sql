-- Who has paid in is noted by the function that completes payments, once for all of a batch (areas/payments/transitions.sql), and no more
-- by a trigger for each row.
drop trigger risk_paid on remittance;
