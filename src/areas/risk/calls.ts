import { rowNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { dueDiligence } from '../../law/risk.ts';
import { diligencePapers } from '../../law/riskLevels.ts';
import type { Handlers } from '../../protocol/call.ts';
import { askApproval, isApprovalWaiting, onlyAsked } from '../approvals/face.ts';
import { isClaimedByOther } from '../cases/face.ts';
import { clientById } from '../session/face.ts';
import type { riskContract } from './contract.ts';
import { riskAction, type RiskPayload } from './perform.ts';
import { reviewsQueue } from './queues.ts';
import { askPapers, giveTime } from './requests.ts';
import { openRequest } from './requestStore.ts';
import { endReview, isDecidedByLaw, levelOf, missingPapers } from './reviewing.ts';
import { shownPast, shownReview, shownRisk } from './shown.ts';
import { assessmentsOf, isChanged, lockRisk, reviewsOf, riskOf } from './store.ts';

type Calls = Handlers<typeof riskContract>;

export const calls = () => ({ ...reading(), ...overriding(), ...reviewing(), ...asking() }) satisfies Calls;

const reading = () =>
  ({
    async ofClient({ client_id: told }, ctx) {
      const client = await requireClient(ctx, told);
      const { sql, now } = ctx;
      await ctx.record({ subject: `risk:${client}`, clientId: client });
      const assessments = await assessmentsOf(sql, client);
      const row = await riskOf(sql, client);
      return {
        risk: await shownRisk(sql, { row, last: assessments[0], now }),
        is_due: await isChanged(sql, client),
        past: assessments.map(shownPast),
        reviews: (await reviewsOf(sql, client)).map(shownReview),
      };
    },
  }) satisfies Partial<Calls>;

const overriding = () =>
  ({
    async override({ client_id: told, level: asked, reason }, ctx) {
      const level = asked === 'computed' ? null : asked;
      const client = await requireClient(ctx, told);
      const { sql, staff, now } = ctx;
      const row = await lockRisk(sql, client);
      const [last] = await assessmentsOf(sql, client, 1);
      const from = levelOf(row);
      if (!last || from === undefined || row.level === null) return ctx.refuse('not_assessed', { field: 'client_id' });
      if (level === row.overrideLevel || (level === row.level && row.overrideLevel === null))
        return ctx.refuse('same_level', { field: 'level' });
      if (level !== null && level !== 'high' && isDecidedByLaw(last)) return ctx.refuse('decided_by_law', { field: 'level' });
      const subject = `risk:${client}`;
      if (await isApprovalWaiting(sql, { action: riskAction, subject })) return ctx.refuse('waits_for_second');
      const payload: RiskPayload = { what: 'override', client, level, over: row.level };
      const approval = await askApproval(sql, {
        kind: 'papers',
        action: riskAction,
        subject,
        clientId: client,
        payload,
        before: { level: from, computed: row.level, points: last.points },
        after: { level: level ?? row.level },
        reason,
        staff,
        at: now,
      });
      await ctx.record({
        subject,
        clientId: client,
        ...onlyAsked({ before: { level: from }, after: { level: level ?? row.level } }, approval.id),
      });
      return { approval };
    },
  }) satisfies Partial<Calls>;

const reviewing = () =>
  ({
    async review({ client_id: told, papers, reason }, ctx) {
      const client = await requireClient(ctx, told);
      const { sql, staff, now } = ctx;
      const row = await lockRisk(sql, client);
      const level = levelOf(row);
      if (level === undefined) return ctx.refuse('not_assessed', { field: 'client_id' });
      const demanded = dueDiligence[level];
      if (demanded.papers.some((paper) => !papers.includes(paper))) return ctx.refuse('field_required', { field: 'papers' });
      if ((await missingPapers(sql, client, level)).length > 0) return ctx.refuse('papers_missing', { field: 'papers' });
      const subject = `risk:${client}`;
      const claim = { queue: reviewsQueue().name, subject, staffId: staff.id, now };
      if (await isClaimedByOther(sql, claim)) return ctx.refuse('case_claimed');
      if (await isApprovalWaiting(sql, { action: riskAction, subject })) return ctx.refuse('waits_for_second');
      const payload: RiskPayload = { what: 'review', client, level, papers: demanded.papers };
      const change = {
        before: { level, reviewed_at: row.reviewedAt?.toISOString() ?? null },
        after: { level, papers: demanded.papers },
      };
      const approval = demanded.needsSecond
        ? await askApproval(sql, {
            kind: 'papers',
            action: riskAction,
            subject,
            clientId: client,
            payload,
            ...change,
            reason,
            staff,
            at: now,
          })
        : null;
      if (approval === null)
        await endReview(sql, {
          client,
          level,
          papers: demanded.papers,
          reason,
          reviewedBy: staff.actor,
          approvedBy: null,
          now,
        });
      await ctx.record({ subject, clientId: client, ...(approval ? onlyAsked(change, approval.id) : change) });
      return { approval };
    },
  }) satisfies Partial<Calls>;

const asking = () =>
  ({
    async askPapers({ client_id: told, papers }, ctx) {
      const client = await requireClient(ctx, told);
      const { sql, staff, now, settings } = ctx;
      const row = await lockRisk(sql, client);
      if (levelOf(row) === undefined) return ctx.refuse('not_assessed', { field: 'client_id' });
      const wanted = diligencePapers.filter((each) => papers.includes(each));
      const asked = await askPapers(sql, { client, papers: wanted, by: staff.actor, now, settings });
      if (asked === undefined) return ctx.refuse('papers_asked');
      const after = { papers: wanted, due_at: asked.toISOString() };
      await ctx.record({ subject: `risk:${client}`, clientId: client, before: null, after });
      return { due_at: asked.toISOString() };
    },

    async moreTime({ client_id: told, days }, ctx) {
      const client = await requireClient(ctx, told);
      const { sql, staff, now } = ctx;
      await lockRisk(sql, client);
      const request = (await openRequest(sql, client)) ?? ctx.refuse('papers_not_asked');
      const dueAt = after(now, days * dayMs);
      await giveTime(sql, { request, dueAt, now, by: staff.actor });
      const [before, since] = [{ due_at: request.dueAt.toISOString() }, { due_at: dueAt.toISOString() }];
      await ctx.record({ subject: `risk:${client}`, clientId: client, before, after: since });
      return since;
    },
  }) satisfies Partial<Calls>;

interface Asking {
  readonly sql: Sql;
  readonly refuse: (code: 'client_not_found', detail: { readonly field: string }) => never;
}

async function requireClient(ctx: Asking, told: string): Promise<ClientId> {
  const id = rowNumber(told);
  const client = id === undefined ? undefined : await clientById(ctx.sql, id);
  return client?.id ?? ctx.refuse('client_not_found', { field: 'client_id' });
}
