-- Who of the staff has given a client's own freeze back, and how they knew the client. Empty where the client's own lift was due.
alter table client_freeze add column lifted_by text;
alter table client_freeze add column identity_check text
  check (identity_check in ('called_back', 'video_call', 'paper_and_face', 'in_person'));
