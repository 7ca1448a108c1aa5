-- A phase that waits for staff: set aside, and somebody has to agree before it goes on. Outside programs see it as on_review.
alter table remittance drop constraint remittance_phase_check, add constraint remittance_phase_check
  check (phase in ('quoted', 'starting', 'waiting_payment', 'on_review', 'received', 'held', 'awaiting_approval', 'sent', 'returning',
    'reversing', 'completed', 'declined', 'cancelled', 'failed'));
alter table remittance_under_way drop constraint remittance_under_way_phase_check, add constraint remittance_under_way_phase_check
  check (phase in ('starting', 'waiting_payment', 'on_review', 'received', 'held', 'awaiting_approval', 'sent', 'returning',
    'reversing'));
-- What a column is made of cannot be changed before PostgreSQL 17, so it is made anew; it follows from the phase alone.
alter table remittance drop column status, add column status text not null generated always as (case phase
  when 'quoted' then 'created' when 'starting' then 'created'
  when 'received' then 'processing' when 'held' then 'processing' when 'sent' then 'processing'
  when 'returning' then 'processing' when 'reversing' then 'processing'
  when 'awaiting_approval' then 'on_review'
  else phase end) stored;
