-- Cards that staff have blocked: their clients cannot take that back, and the issuer is asked again where it has.
alter table prepaid_card add column is_held boolean not null default false;
-- When the issuer was last asked for each of these: a request that nobody has answered may be done a while later.
alter table prepaid_card add column block_sent_at timestamptz;
alter table prepaid_card add column unblock_sent_at timestamptz;
alter table prepaid_card add column apply_sent_at timestamptz;
create index prepaid_card_of on prepaid_card (client_id, id);
