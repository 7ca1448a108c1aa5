import { toldProviderReason } from '../../law/strategies.ts';
import type { Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import { providersQueue } from '../strategies/face.ts';
import type { providersContract } from './contract.ts';
import { providersNotices } from './notices.ts';
import { deskRequest } from './shown.ts';
import { decideRequest, isNicknameTaken, lockRequest, requestById } from './store.ts';

type Calls = Handlers<typeof providersContract>;

export const deskCalls = () =>
  ({
    async look({ id }, ctx) {
      const row = await requestById(ctx.sql, Number(id));
      if (!row) return ctx.refuse('request_not_found', { field: 'id' });
      await ctx.record({ subject: `provider:${row.id}`, clientId: row.clientId });
      return { request: await deskRequest(ctx.sql, row) };
    },

    async decide({ id, decision, reason_code: code }, ctx) {
      const { sql, staff, now, refuse } = ctx;
      const row = await lockRequest(sql, Number(id));
      if (!row) return refuse('request_not_found', { field: 'id' });
      if (row.status !== 'waiting') return refuse('not_waiting', { field: 'id' });
      const isApproved = decision === 'approved';
      if (!isApproved && !code) return refuse('field_required', { field: 'reason_code' });
      const subject = `provider:${row.id}`;
      const queue = providersQueue().name;
      if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return refuse('case_claimed');
      if (isApproved && (await isNicknameTaken(sql, { nickname: row.nickname, client: row.clientId })))
        return refuse('nickname_taken');
      const reason = isApproved ? null : (code ?? null);
      await decideRequest(sql, { id: row.id, status: decision, reason, by: staff.actor, at: now });
      await closeCase(sql, { queue, subject, outcome: decision, at: now });
      await notify(sql, {
        clientId: row.clientId,
        notice: isApproved ? providersNotices.provider_taken : providersNotices.provider_declined,
        values: isApproved ? { nickname: row.nickname } : { reason: toldProviderReason(reason) },
        key: `${subject}:${decision}`,
        now,
      });
      await ctx.tell({ ...staleLine(['strategies']), clientId: row.clientId });
      await ctx.record({
        subject,
        clientId: row.clientId,
        before: { status: row.status },
        after: { status: decision },
        detail: { reason_code: reason },
      });
      return { request: await deskRequest(sql, (await requestById(sql, row.id)) ?? row) };
    },
  }) satisfies Partial<Calls>;
