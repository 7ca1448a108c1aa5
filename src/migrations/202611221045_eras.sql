-- An era of the audit chain: in which PostgreSQL its transactions are numbered. A dump that is restored begins in a PostgreSQL
-- whose numbers start anew, so that what is written from then on is moved by `shift` behind everything that was written before.
create table audit_era (
  number integer primary key default 1,
  began_at timestamptz not null default now(),
  -- The PostgreSQL by its own identifier; a copy of its files has the same, a restored dump another.
  cluster text not null default ((pg_control_system()).system_identifier::text),
  -- Added to the number of each transaction.
  shift bigint not null default 0,
  -- The last link that was there when it began, and its hash.
  after_seal bigint not null default 0,
  after_hash bytea,
  author text not null default 'migration'
);
insert into audit_era default values;
create trigger append_only before update or delete on audit_era for each row execute function refuse_change();

-- The number of the running transaction in the ascending line of all eras: what rows of the book and the trail carry.
create function ledger_transaction() returns bigint language plpgsql stable as $$
begin
  return pg_current_xact_id()::text::bigint + coalesce((select shift from public.audit_era order by number desc limit 1), 0);
end $$;
alter table audit_event alter column transaction_id set default ledger_transaction();
alter table ledger_account alter column transaction_id set default ledger_transaction();

-- Which functions the database has (the line of src/server/database/functions.txt); 0: from before that was written down. Made by the
-- program itself after its first migrations, so it may not be there yet.
create table if not exists repeatable_sql (name text primary key, hash text not null);
alter table repeatable_sql add column number integer not null default 0;

-- Also programs from before there were numbers are kept from putting their functions over newer ones: they give none.
create function refuse_older_functions() returns trigger language plpgsql as $$
begin
  if new.number < (select max(number) from repeatable_sql) then
    raise exception 'the functions of this database are of a newer release: a program that is older does not apply its own';
  end if;
  return new;
end $$;
create trigger newer_only before insert or update on repeatable_sql for each row execute function refuse_older_functions();

grant select on audit_era, repeatable_sql to atrium_app;
