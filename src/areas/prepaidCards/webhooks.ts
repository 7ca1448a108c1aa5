import { createHash } from 'node:crypto';
import type { Webhook } from '../../protocol/webhook.ts';
import { cardsPath, type Needs } from './following.ts';
import { messageTopic } from './jobs.ts';
import { countForged, keepMessage, tellLater } from './store.ts';

/** A message of theirs has a few hundred bytes. */
const mostBytes = 65_536;

/** The issuer's door: keeps the very bytes first and answers at once; a job asks the issuer what is so. */
export function webhooks(app: Needs): readonly Webhook[] {
  const issuer = app.payments.cardissuer;
  const desk = issuer?.cards;
  if (!issuer || !desk) return [];
  return [
    {
      path: cardsPath(desk),
      async handle(raw, headers, from) {
        if (raw.length === 0 || raw.length > mostBytes) return { status: 413, ...issuer.acknowledge(false) };
        const reading = desk.readMessage(raw, headers);
        if (!reading.verified) {
          const { address = '' } = from ?? {};
          await countForged(app.database.sql, { reason: reading.reason, address, bytes: raw.length, at: app.clock.wall() });
          return { status: 403, ...issuer.acknowledge(false) };
        }
        const { reference } = reading;
        const digest = createHash('sha256').update(raw).digest();
        const kept = Object.fromEntries(
          (issuer.notifications?.headers ?? []).flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
        );
        await app.database.transact(async (sql) => {
          const at = app.clock.now();
          // The very same bytes again were taken care of the first time.
          if (!(await keepMessage(sql, { digest, reference, body: raw, headers: kept, at }))) return;
          const key = `${messageTopic}:${digest.toString('hex')}`;
          await tellLater(sql, { topic: messageTopic, key, payload: { reference, trace: from?.trace }, at });
        });
        return { status: 200, ...issuer.acknowledge(true) };
      },
    },
  ];
}
