import type { Sql } from '../../base/sql.ts';
import { answersByField, suitabilityAnswers } from '../../law/investors.ts';
import type { Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import type { DeskForm, investorsContract } from './contract.ts';
import { investorsNotices } from './notices.ts';
import { investorsQueue } from './queues.ts';
import { decideForm, formById, lockForm, lockInvestor, writeInvestor, type FormRow } from './store.ts';

type Calls = Handlers<typeof investorsContract>;
type Decision = 'approved' | 'declined' | 'talk';

const noticeOf = {
  approved: investorsNotices.investor_approved,
  declined: investorsNotices.investor_declined,
  talk: investorsNotices.investor_contact,
} as const;

export const deskCalls = () =>
  ({
    async look({ id }, ctx) {
      const row = await formById(ctx.sql, Number(id));
      if (!row) return ctx.refuse('request_not_found', { field: 'id' });
      await ctx.record({ subject: `investor:${row.id}`, clientId: row.clientId });
      return { form: shownForm(row) };
    },

    async decide({ id, decision }, ctx) {
      const { sql, staff, now, refuse } = ctx;
      const row = await lockForm(sql, Number(id));
      if (!row) return refuse('request_not_found', { field: 'id' });
      if (row.status !== 'waiting') return refuse('not_waiting', { field: 'id' });
      const subject = `investor:${row.id}`;
      const queue = investorsQueue().name;
      if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return refuse('case_claimed');
      await decideForm(sql, { id: row.id, status: decision, by: staff.actor, at: now });
      await applyDecision(sql, row, decision);
      await closeCase(sql, { queue, subject, outcome: decision, at: now });
      const { clientId } = row;
      await notify(sql, { clientId, notice: noticeOf[decision], values: {}, key: `${subject}:${decision}`, now });
      await ctx.tell({ ...staleLine(['strategies']), clientId });
      await ctx.record({ subject, clientId, before: { status: row.status }, after: { status: decision } });
      return { form: shownForm((await formById(sql, row.id)) ?? row) };
    },
  }) satisfies Partial<Calls>;

/** Who follows strategies already keeps that whatever is decided: only the answers that count are others. */
async function applyDecision(sql: Sql, { clientId, risk, answers }: FormRow, decision: Decision): Promise<void> {
  const investor = await lockInvestor(sql, clientId);
  const counting = decision === 'approved' ? { risk, suitability: suitabilityAnswers(answersByField(answers)) } : {};
  const next = { approved: 'time_to_deposit', declined: 'form', talk: 'contact_pmd' } as const;
  const status = investor.status === 'waiting_form_approve' ? next[decision] : investor.status;
  await writeInvestor(sql, clientId, { ...investor, ...counting, status });
}

function shownForm(row: FormRow): DeskForm {
  return {
    id: row.id,
    client_id: row.clientId,
    status: row.status,
    risk: row.risk,
    answers: answersByField(row.answers),
    answered_at: row.answeredAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
  };
}
