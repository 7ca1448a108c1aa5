-- How far each client is as an investor, and what each has answered.
create table investor (
  client_id integer primary key references client,
  status text not null check (status in
    ('form', 'waiting_form_approve', 'time_to_deposit', 'wait_pmd_to_invest', 'contact_pmd', 'active')),
  -- 1 very aggressive … 4 conservative, of the answers that count; null while none do.
  risk smallint check (risk between 1 and 4),
  -- Of the questionnaire that counts, by the ids 12 to 21.
  suitability jsonb
);

-- Each questionnaire as it was answered; one that was decided stays.
create table investor_form (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  -- By the ids 1 to 46.
  answers jsonb not null,
  risk smallint not null check (risk between 1 and 4),
  status text not null check (status in ('waiting', 'approved', 'declined', 'talk', 'replaced')),
  -- Application time.
  answered_at timestamptz not null,
  decided_at timestamptz,
  decided_by text
);
create unique index investor_form_waiting on investor_form (client_id) where status = 'waiting';
create index investor_form_client on investor_form (client_id, id);

grant select, insert, update on investor, investor_form to atrium_app;
