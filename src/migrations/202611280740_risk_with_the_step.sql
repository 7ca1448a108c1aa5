-- Who has paid in is noted by the job that tells of the payment (areas/payments/jobs.ts), and no more by a trigger for each row.
drop trigger risk_paid on remittance;
