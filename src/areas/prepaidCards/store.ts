import { clientId, type ClientId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { PrepaidCard } from './contract.ts';
import type { CardSearch } from './rules.ts';

export type Phase = PrepaidCard['phase'];

export interface CardRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly reference: string;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly nameOnCard: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
  readonly phase: Phase;
  readonly version: number;
  readonly reason: string | null;
  readonly issuerCard: string | null;
  readonly lastFour: string | null;
  readonly expires: string | null;
  readonly wantsBlocked: boolean | null;
  /** Staff have blocked it: its client cannot take that back. */
  readonly isHeld: boolean;
  /** When the issuer was last asked to block it, to take that back, and for the card itself. */
  readonly blockSentAt: Date | null;
  readonly unblockSentAt: Date | null;
  readonly applySentAt: Date | null;
  /** Its client has left and is being erased. */
  readonly isForgotten: boolean;
  /** How often the issuer has refused that. */
  readonly refusals: number;
  readonly askedAt: Date;
  readonly movedAt: Date;
}

/** Whether a card's client has left for good: nothing more of theirs is asked for or kept. */
const isForgotten = `select from erasure_request e where e.client_id = prepaid_card.client_id and e.state in ('agreed', 'done')`;

const columns = `id, client_id as "clientId", company_id as "companyId", reference, currency, fee, name_on_card as "nameOnCard", street, city,
  postcode, country, phase, version, reason, issuer_card as "issuerCard", last_four as "lastFour", expires,
  wants_blocked as "wantsBlocked", refusals, is_held as "isHeld", block_sent_at as "blockSentAt", unblock_sent_at as "unblockSentAt",
  apply_sent_at as "applySentAt", exists (${isForgotten}) as "isForgotten", asked_at as "askedAt", moved_at as "movedAt"`;
const known = (row: CardRow): CardRow => ({ ...row, clientId: clientId(row.clientId) });

/** The newest first, at most fifty. */
export async function cardsOf(sql: Sql, client: ClientId): Promise<CardRow[]> {
  const rows = await sql.many<CardRow>(`select ${columns} from prepaid_card where client_id = $1 order by id desc limit 50`, [
    client,
  ]);
  return rows.map(known);
}

type NewCard = Pick<
  CardRow,
  'clientId' | 'companyId' | 'currency' | 'fee' | 'nameOnCard' | 'street' | 'city' | 'postcode' | 'country'
> & { readonly at: Date };

/** Undefined where the client has one of that currency already: whoever asks at the same time waits for who was first. */
export async function insertCard(sql: Sql, of: NewCard): Promise<CardRow | undefined> {
  const row = await sql.maybe<CardRow>(
    `insert into prepaid_card (client_id, company_id, currency, fee, name_on_card, street, city, postcode, country, asked_at, moved_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)
     on conflict (client_id, currency) where phase not in ('expired', 'declined') do nothing returning ${columns}`,
    [of.clientId, of.companyId, of.currency, of.fee, of.nameOnCard, of.street, of.city, of.postcode, of.country, of.at],
  );
  return row && known(row);
}

export async function cardById(sql: Sql, id: number): Promise<CardRow | undefined> {
  const row = await sql.maybe<CardRow>(`select ${columns} from prepaid_card where id = $1`, [id]);
  return row && known(row);
}

/** Locked until the end of the caller's transaction. */
export async function lockCard(sql: Sql, id: number): Promise<CardRow | undefined> {
  const row = await sql.maybe<CardRow>(`select ${columns} from prepaid_card where id = $1 for update`, [id]);
  return row && known(row);
}

export async function idByReference(sql: Sql, reference: string): Promise<number | undefined> {
  return (await sql.maybe<{ id: number }>('select id from prepaid_card where reference = $1', [reference]))?.id;
}

/** Numbers of those that the issuer is to be asked about now. */
export async function dueCards(sql: Sql, now: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from prepaid_card where due_at <= $1 and phase not in ('expired', 'declined')
       and not exists (${isForgotten}) order by due_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

export async function lookedAt(sql: Sql, of: { readonly id: number; readonly dueAt: Date }): Promise<void> {
  await sql.run('update prepaid_card set due_at = $2 where id = $1', [of.id, of.dueAt]);
}

/** What the client wants of a card; null: the issuer has done it. */
export async function setWanted(
  sql: Sql,
  of: { readonly id: number; readonly blocked: boolean | null; readonly at: Date },
): Promise<void> {
  await sql.run('update prepaid_card set wants_blocked = $2, refusals = 0, due_at = $3 where id = $1', [
    of.id,
    of.blocked,
    of.at,
  ]);
}

/** False where the client or staff want something else by now: then it is not sent. */
export async function noteSent(
  sql: Sql,
  { id, blocked, at }: { readonly id: number; readonly blocked: boolean; readonly at: Date },
): Promise<boolean> {
  const noted = await sql.run(
    `update prepaid_card set block_sent_at = case when $2 then $3 else block_sent_at end,
       unblock_sent_at = case when $2 then unblock_sent_at else $3 end where id = $1 and wants_blocked = $2`,
    [id, blocked, at],
  );
  return noted === 1;
}

/** False where it has ended meanwhile, and its fee is back: then it is not sent. */
export async function noteApplied(sql: Sql, of: { readonly id: number; readonly at: Date }): Promise<boolean> {
  const noted = await sql.run(
    `update prepaid_card set apply_sent_at = $2 where id = $1 and phase not in ('expired', 'declined')`,
    [of.id, of.at],
  );
  return noted === 1;
}

/** Staff block a card, which then stands blocked whoever else wants what, or give it back to its client as it is. */
export async function setHeld(sql: Sql, of: { readonly id: number; readonly isHeld: boolean; readonly at: Date }): Promise<void> {
  await sql.run(
    `update prepaid_card set is_held = $2, wants_blocked = case when $2 then true else wants_blocked end, refusals = 0,
       due_at = case when $2 then $3 else due_at end where id = $1`,
    [of.id, of.isHeld, of.at],
  );
}

export interface CardFilters {
  readonly phase: Phase | undefined;
  readonly search: CardSearch;
}

/** What staff look for among all cards, the newest first. */
export async function cardsListed(
  sql: Sql,
  { phase, search, before, limit }: CardFilters & { readonly before: number | undefined; readonly limit: number },
): Promise<CardRow[]> {
  const { by, value } = search;
  const rows = await sql.many<CardRow>(
    `select ${columns} from prepaid_card where ($1::text is null or phase = $1) and ($2::integer is null or id < $2) and case $3::text
       when 'client' then client_id::text = $4::text when 'digits' then last_four = $4 when 'reference' then reference = $4
       when 'name' then starts_with(name_on_card, $4) else true end
     order by id desc limit $5`,
    [phase ?? null, before ?? null, by, value, limit],
  );
  return rows.map(known);
}

/** It is not done yet: the issuer is asked again then. */
export async function wantAgain(
  sql: Sql,
  of: { readonly id: number; readonly isRefused: boolean; readonly dueAt: Date },
): Promise<void> {
  await sql.run('update prepaid_card set due_at = $2, refusals = least(refusals + $3::integer, 100) where id = $1', [
    of.id,
    of.dueAt,
    of.isRefused ? 1 : 0,
  ]);
}

type News = Pick<CardRow, 'phase' | 'version' | 'reason' | 'issuerCard' | 'lastFour' | 'expires'>;

export async function writeNews(
  sql: Sql,
  of: { readonly id: number; readonly news: News; readonly at: Date; readonly dueAt: Date },
): Promise<void> {
  const { phase, version, reason, issuerCard, lastFour, expires } = of.news;
  await sql.run(
    `update prepaid_card set phase = $2, version = $3, reason = $4, issuer_card = coalesce($5, issuer_card),
       last_four = coalesce($6, last_four), expires = coalesce($7, expires), moved_at = $8, due_at = $9 where id = $1`,
    [of.id, phase, version, reason, issuerCard, lastFour, expires, of.at, of.dueAt],
  );
}

/** False where the very same bytes came before. */
export async function keepMessage(
  sql: Sql,
  of: { readonly digest: Buffer; readonly reference: string; readonly body: Buffer; readonly headers: object; readonly at: Date },
): Promise<boolean> {
  const kept = await sql.maybe(
    // Of a client who was forgotten not even that is kept.
    `insert into prepaid_card_message (digest, reference, body, headers, at)
     select $1, $2, case when f.is then ''::bytea else $3 end, case when f.is then '{}' else $4::jsonb end, $5
     from (select exists (select from prepaid_card where reference = $2 and exists (${isForgotten})) as is) f
     on conflict do nothing returning reference`,
    [of.digest, of.reference, of.body, JSON.stringify(of.headers), of.at],
  );
  return kept !== undefined;
}

/** One that is not the issuer's is counted, and nothing of it kept. */
export async function countForged(
  sql: Sql,
  of: { readonly reason: string; readonly address: string; readonly bytes: number; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into refused_message as r (day, provider, digest, reason, times, bytes, address, agent, first_at, last_at)
       values ($1::timestamptz::date, 'cards', ''::bytea, $2, 1, $3, $4, '', $1, $1)
     on conflict (day, provider, digest) do update set times = r.times + 1, reason = excluded.reason, bytes = excluded.bytes,
       address = excluded.address, last_at = excluded.last_at`,
    [of.at, of.reason, of.bytes, of.address.slice(0, 45)],
  );
}

/** Has a job do something of a card; once for each key. */
export async function tellLater(
  sql: Sql,
  of: { readonly topic: string; readonly key: string; readonly payload: object; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into outbox (topic, key, payload, due_at, created_at) values ($1, $2, $3, $4, $4) on conflict do nothing`,
    [of.topic, of.key, JSON.stringify(of.payload), of.at],
  );
}
