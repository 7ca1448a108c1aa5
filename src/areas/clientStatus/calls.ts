import { rowNumber } from '../../base/id.ts';
import { statusChanges } from '../../law/statusChanges.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval, isApprovalWaiting, onlyAsked } from '../approvals/face.ts';
import { clientById } from '../session/face.ts';
import { changeStatus, nextStatus, situationOf, type SituationOfClient, type StatusNeeds } from './changing.ts';
import type { clientStatusContract } from './contract.ts';
import { statusAction, type StatusPayload } from './perform.ts';
import { whyNot } from './rules.ts';
import { stateOf, subjectOf } from './shown.ts';
import { lockStatus } from './store.ts';

type Calls = Handlers<typeof clientStatusContract>;
type Contexts = ContextOf<(typeof clientStatusContract)['calls']['ofClient' | 'change']>;
type Change = ContextOf<(typeof clientStatusContract)['calls']['change']>;
type Asked = Parameters<Calls['change']>[0];

export const calls = (app: StatusNeeds) =>
  ({
    async ofClient({ client_id: told }, ctx) {
      const situation = await requireClient(ctx, told, { locks: false });
      await ctx.record({ subject: subjectOf(situation.id), clientId: situation.id });
      return stateOf(ctx.sql, situation);
    },

    async change(asked, ctx) {
      const { sql, staff, now } = ctx;
      const { action: act, reason_code: reasonCode } = asked;
      const situation = await requireClient(ctx, asked.client_id, { locks: true });
      const { id } = situation;
      const facts = statusChanges[act];
      const why = whyNot(act, situation);
      if (why !== undefined) return ctx.refuse(why, { field: 'action' });
      if (!facts.reasons.includes(reasonCode)) return ctx.refuse('reason_not_listed', { field: 'reason_code' });
      const next = await nextStatus(sql, situation, act);
      const about = {
        subject: subjectOf(id),
        clientId: id,
        before: { status: statusFacts(situation.profile.status).name },
        after: { status: statusFacts(next.to).name, reason_code: reasonCode },
      };
      if (facts.needsSecond) {
        const payload: StatusPayload = { client: id, act, reasonCode, from: situation.profile.status, to: next.to };
        const approval = await askSecond(ctx, asked, { ...about, payload });
        const waits = onlyAsked(about, approval.id);
        await ctx.record({ ...about, ...waits, detail: { act, ...waits.detail } });
        return { approval, state: await stateOf(sql, situation) };
      }
      await changeStatus({ app, sql }, situation, { act, reasonCode, askedBy: staff.actor, agreedBy: null, now, next });
      await ctx.record({ ...about, detail: { act } });
      return { approval: null, state: await stateOf(sql, (await situationOf(sql, id)) ?? situation) };
    },
  }) satisfies Calls;

/** One question of a client at a time: two that wait could be agreed to in whichever order. */
async function askSecond(
  ctx: Change,
  { reason }: Asked,
  about: Pick<Parameters<typeof askApproval>[1], 'subject' | 'clientId' | 'before' | 'after' | 'payload'>,
) {
  if (await isApprovalWaiting(ctx.sql, { action: statusAction, subject: about.subject }))
    return ctx.refuse('already_asked', { field: 'action' });
  return askApproval(ctx.sql, { kind: 'papers', action: statusAction, ...about, reason, staff: ctx.staff, at: ctx.now });
}

/** Locked where something is to be changed: a read has no transaction to hold a lock in. */
async function requireClient(ctx: Contexts, told: string, { locks }: { readonly locks: boolean }): Promise<SituationOfClient> {
  const number = rowNumber(told);
  const client = number === undefined ? undefined : await clientById(ctx.sql, number);
  if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
  if (locks) await lockStatus(ctx.sql, client.id);
  return (await situationOf(ctx.sql, client.id)) ?? ctx.refuse('client_not_found', { field: 'client_id' });
}
