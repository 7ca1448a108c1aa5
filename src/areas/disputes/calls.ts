import type { LanguageKey } from '../../law/languages.ts';
import type { Say } from '../../base/wording.ts';
import { clientId, rowNumber } from '../../base/id.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { writeTable } from '../../tables/write.ts';
import { askApproval } from '../approvals/face.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { debtOf } from '../debts/face.ts';
import { keepFile } from '../files/face.ts';
import type { disputesContract } from './contract.ts';
import { chargebacksQueue, endDispute, subjectOf } from './face.ts';
import { liftAction, type LiftPayload } from './perform.ts';
import { actionsOf, takesEvidence, type DisputeAction } from './rules.ts';
import { dossierOf, shownLine, wholeOf } from './shown.ts';
import { addEvidence, disputeById, evidenceOf, listDisputes, lockDispute, markSent, type DisputeRow, isTaken } from './store.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof disputesContract>;
type ActContext = ContextOf<(typeof disputesContract)['calls']['act']>;

const listed = 50;
/** So many papers a dispute has. */
const mostPapers = 20;

export const calls = (app: Needs) => ({ ...reading(app), ...changing() }) satisfies Calls;

function reading({ words }: Needs) {
  return {
    async list({ client_id: asked, status, after }, ctx) {
      const client = asked === undefined ? undefined : clientId(Number(asked));
      const before = after === undefined ? undefined : rowNumber(after);
      const found = await listDisputes(ctx.sql, { client, status, before, limit: listed + 1 });
      const page = found.slice(0, listed);
      await ctx.record(client === undefined ? { subject: 'disputes' } : { subject: `client:${client}`, clientId: client });
      return {
        disputes: page.map((row) => shownLine(row, ctx.now)),
        next: found.length > listed ? String(page.at(-1)?.id ?? '') : null,
      };
    },

    async look({ id }, ctx) {
      const row = (await disputeById(ctx.sql, Number(id))) ?? ctx.refuse('dispute_not_found', { field: 'id' });
      await ctx.record({ subject: subjectOf(row), clientId: row.clientId });
      return { dispute: await wholeOf(ctx.sql, row, ctx.now) };
    },

    async file({ id, format }, ctx) {
      const row = (await disputeById(ctx.sql, Number(id))) ?? ctx.refuse('dispute_not_found', { field: 'id' });
      await ctx.record({ subject: subjectOf(row), clientId: row.clientId, detail: { format } });
      // The desk is in English.
      return writeTable(dossierOf(await wholeOf(ctx.sql, row, ctx.now), words.in('en')), format);
    },
  } satisfies Partial<Calls>;
}

function changing() {
  return {
    async evidence({ id, kind, note, file }, ctx) {
      const { sql, staff, now } = ctx;
      const row = (await lockDispute(sql, Number(id))) ?? ctx.refuse('dispute_not_found', { field: 'id' });
      if (!takesEvidence(row.status)) return ctx.refuse('evidence_closed', { field: 'id' });
      if ((await evidenceOf(sql, row.id)).length >= mostPapers) return ctx.refuse('too_many_papers', { field: 'file' });
      await keepFile(sql, file, subjectOf(row));
      await addEvidence(sql, { dispute: row.id, fileId: file.id, kind, note, addedBy: staff.actor, at: now });
      await ctx.record({
        subject: subjectOf(row),
        clientId: row.clientId,
        before: null,
        after: { kind, note, file: file.id },
        detail: { sha256: file.sha256 },
      });
      return {};
    },

    async act({ id, action, reason }, ctx) {
      const { sql, now, staff } = ctx;
      const row = (await lockDispute(sql, Number(id))) ?? ctx.refuse('dispute_not_found', { field: 'id' });
      const papers = (await evidenceOf(sql, row.id)).length;
      const offered = actionsOf({ status: row.status, papers, isRestricting: row.liftedAt === null });
      if (!offered.includes(action)) return ctx.refuse('action_not_offered', { field: 'action' });
      const subject = subjectOf(row);
      if (await isClaimedByOther(sql, { queue: chargebacksQueue.name, subject, staffId: staff.id, now }))
        return ctx.refuse('case_claimed', { field: 'id' });
      const approval = await acts[action](ctx, { row, reason });
      const after = (await disputeById(sql, row.id)) ?? row;
      await ctx.record({
        subject,
        clientId: row.clientId,
        before: { status: row.status },
        after: { status: after.status },
        detail: { action, approval: approval?.id ?? null },
      });
      return { status: after.status, approval };
    },
  } satisfies Partial<Calls>;
}

interface Acted {
  readonly row: DisputeRow;
  readonly reason: string;
}

type Act = (ctx: ActContext, acted: Acted) => Promise<Awaited<ReturnType<typeof askApproval>> | null>;

const acts: Readonly<Record<DisputeAction, Act>> = {
  async send({ sql, now }, { row }) {
    await markSent(sql, row.id, now);
    await closeCase(sql, { queue: chargebacksQueue.name, subject: subjectOf(row), outcome: 'sent', at: now });
    return null;
  },
  async accept({ sql, now, staff }, { row }) {
    await endDispute(sql, { dispute: row, status: 'lost', why: 'accepted', by: staff.actor, at: now });
    return null;
  },
  async lost({ sql, now, staff }, { row }) {
    await endDispute(sql, { dispute: row, status: 'lost', why: 'bank_decided', by: staff.actor, at: now });
    return null;
  },
  /** Whoever still owes of it pays that first, or it is written off. */
  async lift(ctx, { row, reason }) {
    const { sql, staff, now: at } = ctx;
    const debt = await debtOf(sql, row.reversalId);
    const isPaid = debt === undefined || debt.remaining <= 0n;
    if (!isPaid || !(await isTaken(sql, row.reversalId))) return ctx.refuse('debt_not_paid', { field: 'action' });
    const payload: LiftPayload = { id: row.id };
    const about = { subject: subjectOf(row), clientId: row.clientId, before: { restricted: true }, after: { restricted: false } };
    return askApproval(sql, { kind: 'money', action: liftAction, ...about, payload, reason, staff, at });
  },
};
