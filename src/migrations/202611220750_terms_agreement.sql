-- Which version of its company's terms a client has agreed to: once the company has a newer one, the client is asked again.
alter table client add column terms_version integer not null default 1 check (terms_version > 0);

-- What was agreed to, when and from where: kept for good.
create table terms_agreement (
  client_id integer not null references client,
  company_id integer not null,
  version integer not null check (version > 0),
  agreed_at timestamptz not null,
  address text not null,
  primary key (client_id, company_id, version)
);

grant select, insert on terms_agreement to atrium_app;
