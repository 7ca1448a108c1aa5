import { createHash } from 'node:crypto';
import type { Database, Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import type { NotificationHeaders, NotificationReading, Payments } from '../../ports/payments/port.ts';
import { webhookRoot, type Webhook } from '../../protocol/webhook.ts';
import type { Needs as EngineNeeds, LookUpOutcome } from './context.ts';
import { messageTopic } from './movements.ts';

export interface Needs extends Pick<EngineNeeds, 'clock'> {
  /** By the provider's name. */
  readonly payments: Readonly<Record<string, Payments>>;
  readonly database: Database;
}

/** A notification of the cashier has a few kilobytes. */
const mostBytes = 65_536;
/** Headers that tell where a message came from; those that prove it the provider names. The rest is not kept. */
const keptHeaders = ['content-type', 'user-agent', 'x-forwarded-for'];

/** Where a provider's notifications go, below our own address. */
export function notificationPath({ notifications }: Payments): string {
  return notifications ? `${webhookRoot}payments/${notifications.path}` : webhookRoot;
}

/** Each provider's door: stores the raw message first, answers at once; a job looks the payment up and moves the money. */
export function webhooks(app: Needs): readonly Webhook[] {
  const refused = openRefusals(app);
  // Who sends no notifications has no door.
  const telling = Object.entries(app.payments).filter(([, { notifications }]) => notifications !== undefined);
  return telling.map(([provider, payments]) => ({
    path: notificationPath(payments),
    async handle(raw, headers, from) {
      if (raw.length === 0) return { status: 400, ...payments.acknowledge(false) };
      if (raw.length > mostBytes) return { status: 413, ...payments.acknowledge(false) };
      const reading = payments.readNotification(raw, headers);
      const kept = [...keptHeaders, ...(payments.notifications?.headers ?? [])];
      const message = { provider, raw, headers: only(kept, headers), reading, trace: from?.trace };
      if (reading.verified || (await isEvidence(app.database.sql, reading.reference))) await keepMessage(app, message);
      else await refused({ ...message, reason: reading.reason, address: from?.address ?? '' });
      // A message that is not the provider's moves nothing, whatever it says.
      if (!reading.verified) return { status: 403, ...payments.acknowledge(false) };
      return { status: 200, ...payments.acknowledge(true), reference: reading.payment.reference };
    },
  }));
}

function only(names: readonly string[], headers: NotificationHeaders): NotificationHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

interface Message {
  readonly provider: string;
  readonly raw: Buffer;
  readonly headers: NotificationHeaders;
  readonly reading: NotificationReading;
  readonly trace: string | undefined;
}

async function keepMessage(app: Needs, message: Message): Promise<void> {
  const { provider, raw, headers, reading, trace } = message;
  const named = reading.verified ? reading.payment.reference : reading.reference;
  const reference = named?.slice(0, 50) ?? null;
  await app.database.transact(async (sql) => {
    const row = await sql.one<{ id: bigint; times: number }>(
      `insert into webhook_message (provider, digest, body, headers, verdict, reason, reference)
       values ($7, $1, $2, $3, $4, $5, $6)
       on conflict (provider, digest, verdict) do update set times = webhook_message.times + 1
       returning id, times`,
      [
        digestOf(raw),
        raw,
        JSON.stringify(headers),
        reading.verified ? 'accepted' : 'refused',
        reading.verified ? null : reading.reason,
        reference,
        provider,
      ],
    );
    // Each transaction of an order is looked up by itself: the order's latest may hide it.
    const transaction = reading.verified ? reading.payment.providerTransactionId : undefined;
    const told = reading.verified ? reading.payment.status : undefined;
    // The very same bytes again, signed as rightly, were taken care of the first time.
    if (!reading.verified || row.times > 1) return;
    const now = app.clock.now();
    await sql.run(
      `insert into outbox (topic, key, payload, due_at, created_at) values ($1, $2, $3, $4, $4) on conflict do nothing`,
      [
        messageTopic,
        `${messageTopic}:${row.id}`,
        JSON.stringify({ message: String(row.id), reference, transaction, told, trace }),
        now,
      ],
    );
  });
}

/** A payment keeps so many messages that were refused: whoever forges them for a payment of their own fills no disk. */
const mostEvidence = 5;

/** Whether a message that is not the provider's names a payment of ours: then somebody will want to read it. */
async function isEvidence(sql: Sql, reference: string | undefined): Promise<boolean> {
  if (reference === undefined || reference.includes('\0')) return false;
  const { found } = await sql.one<{ found: boolean }>(
    `select (exists (select from remittance where reference = $1) or exists (select from payout where reference = $1))
        and (select count(*) from webhook_message where reference = $1 and verdict = 'refused') < ${mostEvidence} as found`,
    [reference],
  );
  return found;
}

interface Refused extends Pick<Message, 'provider' | 'raw' | 'headers'> {
  readonly reason: string;
  readonly address: string;
}

/** So many of a day and provider are told apart by their digests; the others are counted together. */
const mostApart = 1000;
const refusedDays = 30;

/**
 * Counts the messages that are nobody's: one statement at a time is on its way, and what comes meanwhile goes with the next, so that
 * a flood of them costs the database no more than a trickle.
 */
function openRefusals(app: Pick<Needs, 'database' | 'clock'>): (refused: Refused) => Promise<void> {
  let waiting = new Map<string, Refused & { readonly digest: Buffer; times: number }>();
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    const batch = [...waiting.values()];
    waiting = new Map();
    if (batch.length > 0) await countRefused(app.database.sql, batch, app.clock.wall());
  };
  return async (refused) => {
    const digest = digestOf(refused.raw);
    const key = `${refused.provider} ${digest.toString('hex')}`;
    waiting.set(key, { ...refused, digest, times: (waiting.get(key)?.times ?? 0) + 1 });
    // Whoever comes while one is on its way waits for that, and then for the one that takes theirs along.
    await writing?.catch(() => undefined);
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    await writing;
  };
}

async function countRefused(
  sql: Sql,
  batch: readonly (Refused & { readonly digest: Buffer; readonly times: number })[],
  now: Date,
): Promise<void> {
  await sql.run(
    `with told as (
       select * from unnest($1::text[], $2::bytea[], $3::text[], $4::bigint[], $5::integer[], $6::text[], $7::text[])
           as told (provider, digest, reason, times, bytes, address, agent)),
     placed as (
       select t.*, case when k.digest is not null or row_number() over (partition by t.provider, k.digest is null order by t.digest)
                + (select count(*) from refused_message m where m.day = $8::date and m.provider = t.provider) <= ${mostApart}
              then t.digest else ''::bytea end as place
         from told t left join refused_message k on k.day = $8::date and k.provider = t.provider and k.digest = t.digest)
     insert into refused_message as r (day, provider, digest, reason, times, bytes, address, agent, first_at, last_at)
       select $8::date, provider, place, max(reason), sum(times), max(bytes), max(address), max(agent), $9, $9
         from placed group by provider, place order by provider, place
     on conflict (day, provider, digest) do update set times = r.times + excluded.times, reason = excluded.reason,
       bytes = excluded.bytes, address = excluded.address, agent = excluded.agent, last_at = excluded.last_at`,
    [
      batch.map(({ provider }) => provider),
      batch.map(({ digest }) => digest),
      batch.map(({ reason }) => reason),
      batch.map(({ times }) => times),
      batch.map(({ raw }) => raw.length),
      batch.map(({ address }) => address.slice(0, 45)),
      batch.map(({ headers }) => String(headers['user-agent'] ?? '').slice(0, 400)),
      now.toISOString().slice(0, 10),
      now,
    ],
  );
}

/** Forgets what was counted longer ago than anybody asks. */
export async function forgetRefusedMessages(sql: Sql, now: Date): Promise<void> {
  await sql.run('delete from refused_message where day < $1::date', [
    after(now, -refusedDays * dayMs)
      .toISOString()
      .slice(0, 10),
  ]);
}

function digestOf(raw: Buffer): Buffer {
  return createHash('sha256').update(raw).digest();
}

/** Keeps with a message what looking its payment up came to. */
export async function noteProcessed(sql: Sql, message: string, outcome: LookUpOutcome): Promise<void> {
  await sql.run('update webhook_message set processed_at = now(), outcome = $2 where id = $1', [message, outcome]);
}
