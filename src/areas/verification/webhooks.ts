import { createHash } from 'node:crypto';
import { webhookRoot, type Webhook } from '../../protocol/webhook.ts';
import type { Needs } from './following.ts';
import { countForged, keepMessage, putOff } from './store.ts';

/** A message of theirs has a few kilobytes. */
const mostBytes = 65_536;
export const messageTopic = 'verification.message';

/** The vendor's door: keeps the very bytes first and answers at once; a job asks the vendor what is so. */
export function webhooks(app: Needs): readonly Webhook[] {
  const { verification } = app;
  if (!verification) return [];
  const { name: provider, messageHeaders } = verification;
  return [
    {
      path: `${webhookRoot}verification/${provider}`,
      async handle(raw, headers, from) {
        if (raw.length > mostBytes) return answer(413);
        const reading = verification.readMessage(raw, headers);
        if (!reading.verified) {
          const { address = '' } = from ?? {};
          const at = app.clock.wall();
          await countForged(app.database.sql, { provider, reason: reading.reason, address, bytes: raw.length, at });
          return answer(403);
        }
        const { applicant, reference, type, at: toldAt } = reading;
        const kept = Object.fromEntries(
          messageHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
        );
        const digest = createHash('sha256').update(raw).digest();
        await app.database.transact(async (sql) => {
          const row = await keepMessage(sql, { provider, digest, applicant, reference, type, body: raw, headers: kept, toldAt });
          // The very same bytes again were taken care of the first time.
          if (row.times > 1) return;
          const now = app.clock.now();
          await putOff(sql, { topic: messageTopic, message: row.id, trace: from?.trace, at: now });
        });
        return answer(200);
      },
    },
  ];
}

function answer(status: number) {
  return { status, headers: { 'content-type': 'application/json' }, body: '{}' };
}
