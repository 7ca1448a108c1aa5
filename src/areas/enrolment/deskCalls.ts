import { rowNumber } from '../../base/id.ts';
import { statusFacts } from '../../law/statuses.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { staleLine } from '../../protocol/topics.ts';
import type { Handlers } from '../../protocol/call.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import type { enrolmentContract } from './contract.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { duesOf, endDue, putDue } from './dues.ts';
import { taxQueue, taxSubject } from './queues.ts';
import { toldOf, touchClient } from './store.ts';

type Calls = Pick<Handlers<typeof enrolmentContract>, 'dues' | 'ask'>;

/** What the desk sees of what a client has still to tell, and having something told anew. */
export const deskCalls = () =>
  ({
    async dues({ client_id: asked }, ctx) {
      const client = await requireClient(ctx, asked);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      const dues = await duesOf(ctx.sql, client.id);
      const residency = (await toldOf(ctx.sql, client.id))?.['tax_residency'];
      return {
        dues: dues.map(({ what, why, dueAt }) => ({ what, why, due_at: dueAt.toISOString() })),
        tax_residency: typeof residency === 'string' && residency !== '' ? residency : null,
      };
    },

    async ask({ client_id: asked, what, action }, ctx) {
      const { sql, now, staff } = ctx;
      const { id: client, profile } = await requireClient(ctx, asked);
      const asksRisk = regionProfileOf(profile).enrolment.asks.includes('risk_understanding');
      const { closed, registration } = statusFacts(profile.status);
      // Whoever has not completed the registration is asked all of it there.
      const isExcused = action === 'excuse';
      if (
        isExcused
          ? what !== 'tax_number'
          : (what === 'cfd_risk' && !asksRisk) || closed !== undefined || registration === 'partial'
      )
        return ctx.refuse('not_asked_there', { field: 'what' });
      if (what === 'tax_number') {
        const waits = { queue: taxQueue.name, subject: taxSubject(client) };
        if (await isClaimedByOther(sql, { ...waits, staffId: staff.id, now })) return ctx.refuse('case_claimed');
        await closeCase(sql, { ...waits, outcome: isExcused ? 'excused' : 'asked', at: now });
      }
      if (isExcused) await endDue(sql, client, what);
      else await putDue(sql, { client, what, why: 'asked', dueAt: now, at: now });
      await touchClient(sql, client);
      await ctx.record({
        subject: `client:${client}`,
        clientId: client,
        before: isExcused ? { what } : null,
        after: { what, action },
      });
      await ctx.tell({ ...staleLine(['client_info']), clientId: client });
      return {};
    },
  }) satisfies Calls;

interface Asking {
  readonly sql: Parameters<typeof clientById>[0];
  readonly refuse: (code: 'client_not_found', detail: { readonly field: string }) => never;
}

async function requireClient({ sql, refuse }: Asking, told: string): Promise<FoundClient> {
  const id = rowNumber(told);
  const client = id === undefined ? undefined : await clientById(sql, id);
  return client ?? refuse('client_not_found', { field: 'client_id' });
}
