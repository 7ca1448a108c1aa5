import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { notify } from '../notices/face.ts';
import { openProof } from '../security/face.ts';
import type { personalDataContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { personalDataNotices } from './notices.ts';
import { erasureQueue } from './queues.ts';
import { toldRetention } from './rules.ts';
import { reasonOf, subjectOf } from './shown.ts';
import { endErasure, insertErasure, isSomethingLeft, lastErasure, lockWaiting } from './store.ts';

type Calls = Handlers<typeof personalDataContract>;

export const calls = (app: FactorNeeds) => {
  const prove = openProof(app);
  return {
    ...deskCalls(),

    async retention(_input, { client }) {
      return { kinds: toldRetention(client.profile.company) };
    },

    async erasure(_input, { sql, client }) {
      const row = await lastErasure(sql, client.id);
      const isShown = row?.state === 'waiting' || row?.state === 'declined' || row?.state === 'withdrawn';
      return {
        state: isShown ? row.state : null,
        asked_at: isShown ? row.askedAt.toISOString() : null,
        reason_code: isShown ? reasonOf(row.reasonCode) : null,
        is_something_left: await isSomethingLeft(sql, client.id),
      };
    },

    async askErasure(given, ctx) {
      const { client, now } = ctx;
      const isAsked = await prove(ctx, given, async (sql) => {
        const id = await insertErasure(sql, client.id, now);
        if (id === undefined) return false;
        const hours = ctx.settings.desk.businessHours;
        await openCase(sql, { queue: erasureQueue, subject: subjectOf(client.id), clientId: client.id, now, hours });
        await notify(sql, { clientId: client.id, notice: personalDataNotices.erasure_asked, key: `erasure:${id}:asked`, now });
        await note(sql, { client: client.id, action: 'client.ask_erasure', at: now });
        return true;
      });
      return isAsked ? {} : ctx.refuse('erasure_asked');
    },

    async withdrawErasure(_input, { sql, client, now, refuse }) {
      const row = await lockWaiting(sql, client.id);
      if (!row) return refuse('erasure_not_asked');
      await endErasure(sql, { id: row.id, state: 'withdrawn', by: null, reasonCode: null, at: now });
      await closeCase(sql, { queue: erasureQueue.name, subject: subjectOf(client.id), outcome: 'withdrawn', at: now });
      await note(sql, { client: client.id, action: 'client.withdraw_erasure', at: now });
      return {};
    },
  } satisfies Calls;
};

async function note(sql: Sql, of: { readonly client: ClientId; readonly action: string; readonly at: Date }): Promise<void> {
  const { client, action, at } = of;
  const actor = { kind: 'client', id: String(client) } as const;
  await recordAudit(sql, { actor, action, subject: `client:${client}`, clientId: client, at });
}
