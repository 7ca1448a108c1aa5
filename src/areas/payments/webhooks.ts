import { createHash } from 'node:crypto';
import type { Database, Sql } from '../../base/sql.ts';
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
  return `${webhookRoot}payments/${notifications.path}`;
}

/** Each provider's door: stores the raw message first, answers at once; a job looks the payment up and moves the money. */
export function webhooks(app: Needs): readonly Webhook[] {
  return Object.entries(app.payments).map(([provider, payments]) => ({
    path: notificationPath(payments),
    async handle(raw, headers) {
      if (raw.length === 0) return { status: 400, ...payments.acknowledge(false) };
      if (raw.length > mostBytes) return { status: 413, ...payments.acknowledge(false) };
      const reading = payments.readNotification(raw, headers);
      const kept = [...keptHeaders, ...payments.notifications.headers];
      await keepMessage(app, { provider, raw, headers: only(kept, headers), reading });
      // A message that is not the provider's moves nothing, whatever it says.
      if (!reading.verified) return { status: 403, ...payments.acknowledge(false) };
      return { status: 200, ...payments.acknowledge(true) };
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
}

/** So many messages a minute that are not the provider's are kept as evidence; more of them would only fill the disk. */
const mostRefused = 100;

async function keepMessage(app: Needs, message: Message): Promise<void> {
  const { provider, raw, headers, reading } = message;
  if (!reading.verified) {
    const { count } = await app.database.sql.one<{ count: number }>(
      `select count(*)::integer as count from (select 1 from webhook_message
         where verdict = 'refused' and received_at > now() - interval '1 minute' limit ${mostRefused}) lately`,
    );
    if (count >= mostRefused) return;
  }
  const reference = reading.verified ? reading.payment.reference.slice(0, 50) : null;
  await app.database.transact(async (sql) => {
    const row = await sql.one<{ id: bigint; times: number }>(
      `insert into webhook_message (provider, digest, body, headers, verdict, reason, reference)
       values ($7, $1, $2, $3, $4, $5, $6)
       on conflict (provider, digest, verdict) do update set times = webhook_message.times + 1
       returning id, times`,
      [
        createHash('sha256').update(raw).digest(),
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
    // The very same bytes again, signed as rightly, were taken care of the first time.
    if (!reading.verified || row.times > 1) return;
    const now = app.clock.now();
    await sql.run(
      `insert into outbox (topic, key, payload, due_at, created_at) values ($1, $2, $3, $4, $4) on conflict do nothing`,
      [messageTopic, `${messageTopic}:${row.id}`, JSON.stringify({ message: String(row.id), reference, transaction }), now],
    );
  });
}

/** Keeps with a message what looking its payment up came to. */
export async function noteProcessed(sql: Sql, message: string, outcome: LookUpOutcome): Promise<void> {
  await sql.run('update webhook_message set processed_at = now(), outcome = $2 where id = $1', [message, outcome]);
}
