import type { ClientId } from '../../base/id.ts';
import { money, paidOutFor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { paymentMethods } from '../../law/methods.ts';
import { currentRiskTable, leastTurnover, turnoverRule } from '../../law/risk.ts';
import type { RiskLevel } from '../../law/riskLevels.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { riskTold } from '../enrolment/face.ts';
import { isFixed, originalRate, readTable } from '../rates/face.ts';
import { reviewsQueue } from './queues.ts';
import { askMissing, endRequestOf } from './requests.ts';
import { isDecidedByLaw, missingPapers } from './reviewing.ts';
import { assess, isOutgrown, reviewAfterChange, valuesOf, type Assessed, type RiskFacts } from './rules.ts';
import * as store from './store.ts';

/** So many changes are looked at in one round; the others come with the next. */
const atOnce = 500;

type Context = Pick<JobContext, 'sql' | 'transact' | 'now' | 'settings'> & {
  readonly log: { warn(facts: object, words: string): void };
};

/** Whoever something has changed of is computed anew: a client once, however much it was. */
export async function assessChanged(context: Context): Promise<void> {
  const { sql, now, log } = context;
  await store.askAnew(sql, { version: currentRiskTable().version, limit: atOnce });
  const byClient = Map.groupBy(await store.changes(sql, atOnce), ({ clientId }) => clientId);
  for (const [client, of] of byClient) {
    const ids = of.map(({ id }) => id);
    try {
      await context.transact((inner) => assessClient(inner, client, now));
      // Only what was seen: what has come meanwhile is computed with the next round.
      await store.dropChanges(sql, ids);
    } catch (error) {
      if (await store.noteFailed(sql, ids, now))
        log.warn({ client_id: client, err: error }, 'a client’s risk could not be computed');
    }
  }
}

async function assessClient(sql: Sql, client: ClientId, now: Date): Promise<void> {
  const row = await store.lockRisk(sql, client);
  const { hasBusiness, ...facts } = await gather(sql, client, now);
  const assessed = assess(valuesOf(facts), currentRiskTable());
  const [last] = await store.assessmentsOf(sql, client, 1);
  if (!last || !isSame(last, assessed)) {
    await store.keepAssessment(sql, { client, assessed, at: now });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'risk' },
      action: 'risk.assess',
      subject: `risk:${client}`,
      clientId: client,
      detail: { from: row.level, to: assessed.level, points: assessed.points, version: assessed.version },
      at: now,
    });
  }
  const held = row.overrideLevel ?? row.level ?? undefined;
  const override = await endOutgrown(sql, { row, last, assessed, now });
  const level = override ?? assessed.level;
  if (!hasBusiness) await endReview(sql, client, now);
  else if (held !== level || row.reviewDueAt === null)
    await store.setReviewDue(
      sql,
      client,
      reviewAfterChange(now, { from: row.reviewDueAt === null ? undefined : held, to: level, due: row.reviewDueAt ?? undefined }),
    );
}

function isSame(last: store.AssessmentRow, { version, factors }: Assessed): boolean {
  return (
    last.version === version &&
    last.factors.length === factors.length &&
    last.factors.every(({ factor, value, points }, at) => {
      const other = factors[at];
      return factor === other?.factor && value === other.value && points === other.points;
    })
  );
}

interface Outgrowing {
  readonly row: store.RiskRow;
  /** Computed before. */
  readonly last: store.AssessmentRow | undefined;
  readonly assessed: Assessed;
  readonly now: Date;
}

/** What two persons agreed to was about another risk than the one that has become of it. Answers what still holds. */
async function endOutgrown(sql: Sql, { row, last, assessed, now }: Outgrowing): Promise<RiskLevel | undefined> {
  const { clientId: client, overrideLevel: level, overrideOver: over } = row;
  if (level === null || over === null) return undefined;
  const isByLaw = isDecidedByLaw(assessed);
  if (!isOutgrown({ level, over, pointsBefore: last?.points, isDecisive: isByLaw }, assessed)) return level;
  await store.setOverride(sql, client, null);
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'risk' },
    action: 'risk.override_ended',
    subject: `risk:${client}`,
    clientId: client,
    detail: { from: level, over, to: assessed.level, points: assessed.points, by_law: isByLaw },
    at: now,
  });
  return undefined;
}

/** There is nothing to review of somebody with whom there is no business. */
async function endReview(sql: Sql, client: ClientId, now: Date): Promise<void> {
  await store.setReviewDue(sql, client, null);
  await closeCase(sql, { queue: reviewsQueue().name, subject: `risk:${client}`, outcome: 'no_business', at: now });
  await endRequestOf(sql, client, { outcome: 'no_business', by: 'risk', now });
}

const coins = paymentMethods.filter(({ group }) => group === 4).map(({ id }) => id);

async function gather(sql: Sql, client: ClientId, now: Date): Promise<RiskFacts & { readonly hasBusiness: boolean }> {
  const since = after(now, -turnoverRule.days * dayMs);
  const { turnovers, ...told } = await riskTold(sql, { client, since });
  const facts = await store.factsOf(sql, client, coins);
  return { ...facts, ...told, declared: leastTurnover(turnovers), paidIn: await paidIn(sql, { client, since, now }) };
}

/** At the rates of the day: to be looked at, never to be moved. A currency that has no rate counts nothing. */
async function paidIn(
  sql: Sql,
  { client, since, now }: { readonly client: ClientId; readonly since: Date; readonly now: Date },
): Promise<bigint> {
  const { currency: to } = turnoverRule;
  const sums = await store.paidInSince(sql, { client, since });
  const isOneCurrency = sums.every(({ currency }) => isFixed(currency, to));
  const table = isOneCurrency ? { perEuro: new Map() } : await readTable(sql, now);
  // Nothing is known of that time: they stay due until something is.
  if (!table) throw new Error('there are no rates to weigh what was paid in by');
  let total = 0n;
  for (const { currency, minor } of sums) {
    const rate = originalRate(table, currency, to);
    if (rate) total += paidOutFor(money(minor, currency), to, rate).minor;
  }
  return total;
}

/** So many clients come into the queue in one round. */
const casesAtOnce = 200;

/** Whose review is due by now stands in the queue, and is asked for what is missing. */
export async function openReviews({ sql, transact, now, settings }: Omit<Context, 'log'>): Promise<void> {
  for (const { clientId, level, dueAt } of await store.overdueReviews(sql, { now, limit: casesAtOnce }))
    await transact(async (inner) => {
      await store.lockRisk(inner, clientId);
      await openCase(inner, {
        queue: reviewsQueue(settings),
        subject: `risk:${clientId}`,
        clientId,
        detail: { level, due_since: dueAt.toISOString().slice(0, 10) },
        now,
        hours: settings.desk.businessHours,
      });
      await askMissing(inner, { client: clientId, papers: await missingPapers(inner, clientId, level), now, settings });
    });
}
