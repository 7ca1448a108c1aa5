import { clientId } from '../../base/id.ts';
import type { Handlers } from '../../protocol/call.ts';
import { askApproval, isApprovalWaiting, onlyAsked } from '../approvals/face.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import { clientById } from '../session/face.ts';
import type { personalDataContract } from './contract.ts';
import { personalDataNotices } from './notices.ts';
import type { ErasePayload } from './perform.ts';
import { erasureQueue } from './queues.ts';
import { eraseAction } from './rules.ts';
import { lapsingOf, subjectOf } from './shown.ts';
import { endErasure, hadBusiness, isKeptBack, isSomethingLeft, keptBack, lastErasure, lockWaiting } from './store.ts';

type Calls = Pick<Handlers<typeof personalDataContract>, 'lookErasure' | 'decideErasure'>;

const queue = erasureQueue.name;

export const deskCalls = (): Calls => ({
  async lookErasure({ client_id }, ctx) {
    const { sql, now } = ctx;
    const client = await clientById(sql, clientId(Number(client_id)));
    const row = client && (await lastErasure(sql, client.id));
    if (!client || row?.state !== 'waiting') return ctx.refuse('erasure_not_asked', { field: 'client_id' });
    await ctx.record({ subject: subjectOf(client.id), clientId: client.id });
    const { company } = client.profile;
    return {
      asked_at: row.askedAt.toISOString(),
      is_something_left: await isSomethingLeft(sql, client.id),
      kept_back: await keptBack(sql, client.id),
      lapsing: lapsingOf({ company, leftAt: now, hadBusiness: await hadBusiness(sql, client.id) }),
    };
  },

  async decideErasure({ client_id, decision, reason_code: code, reason }, ctx) {
    const { sql, staff, now } = ctx;
    const row = await lockWaiting(sql, clientId(Number(client_id)));
    if (!row) return ctx.refuse('erasure_not_asked', { field: 'client_id' });
    const subject = subjectOf(row.clientId);
    if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return ctx.refuse('case_claimed');
    const about = { subject, clientId: row.clientId };
    if (decision === 'agree') {
      if (await isSomethingLeft(sql, row.clientId)) return ctx.refuse('something_left');
      if (await isKeptBack(sql, row.clientId)) return ctx.refuse('kept_back');
      // Two that wait could be decided on in whichever order.
      if (await isApprovalWaiting(sql, { action: eraseAction, subject }))
        return ctx.refuse('already_asked', { field: 'decision' });
      const payload: ErasePayload = { request: row.id, client: row.clientId };
      const [before, after] = [{ is_erased: false }, { is_erased: true }];
      const asked = await askApproval(sql, {
        kind: 'papers',
        action: eraseAction,
        ...about,
        payload,
        before,
        after,
        reason,
        staff,
        at: now,
      });
      await ctx.record({ ...about, ...onlyAsked({ before, after }, asked.id) });
      return { approval: asked };
    }
    if (code === undefined) return ctx.refuse('field_required', { field: 'reason_code' });
    await endErasure(sql, { id: row.id, state: 'declined', by: staff.actor, reasonCode: code, at: now });
    await closeCase(sql, { queue, subject, outcome: 'declined', at: now });
    await notify(sql, {
      clientId: row.clientId,
      notice: personalDataNotices.erasure_declined,
      values: { reason: code },
      key: `erasure:${row.id}:declined`,
      now,
    });
    await ctx.tell({ topic: 'live', clientId: row.clientId, payload: { topics: ['client_info'] } });
    await ctx.record({ ...about, before: { state: 'waiting' }, after: { state: 'declined', reason_code: code } });
    return { approval: null };
  },
});
