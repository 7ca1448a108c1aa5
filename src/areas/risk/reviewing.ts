import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { currentRiskTable, dueDiligence, riskTables } from '../../law/risk.ts';
import type { DiligencePaper, RiskLevel } from '../../law/riskLevels.ts';
import { closeCase } from '../cases/face.ts';
import { clientById } from '../session/face.ts';
import { reviewsQueue } from './queues.ts';
import { endRequestOf } from './requests.ts';
import { nextReview } from './rules.ts';
import { keepReview, type AssessmentRow, type RiskRow } from './store.ts';

/* Reviews of a client by their risk, in the transaction that decides. */

/** What holds; undefined until it was computed first. */
export function levelOf({ overrideLevel, level }: RiskRow): RiskLevel | undefined {
  return overrideLevel ?? level ?? undefined;
}

/** By the table that it was computed by. */
export function isDecisive(
  { version }: Pick<AssessmentRow, 'version'>,
  value: AssessmentRow['factors'][number]['value'],
): boolean {
  const table = riskTables.find((each) => each.version === version) ?? currentRiskTable();
  return table.decisive.includes(value);
}

/** Whether one of the factors makes the risk high by itself. */
export function isDecidedByLaw(assessment: Pick<AssessmentRow, 'version' | 'factors'>): boolean {
  return assessment.factors.some(({ value }) => isDecisive(assessment, value));
}

/** Which of the level's papers are there; null of those that whoever reviews has to see. */
export async function papersOf(
  sql: Sql,
  client: ClientId,
  level: RiskLevel,
): Promise<{ paper: DiligencePaper; is_there: boolean | null }[]> {
  const profile = (await clientById(sql, client))?.profile;
  const known: Partial<Record<DiligencePaper, boolean>> = {
    identity: profile?.hasApprovedId ?? false,
    residence: profile?.hasApprovedResidence ?? false,
  };
  return dueDiligence[level].papers.map((paper) => ({ paper, is_there: known[paper] ?? null }));
}

/** What the level demands and is not there. */
export async function missingPapers(sql: Sql, client: ClientId, level: RiskLevel): Promise<DiligencePaper[]> {
  return (await papersOf(sql, client, level)).flatMap(({ paper, is_there: isThere }) => (isThere === false ? [paper] : []));
}

interface Reviewed {
  readonly client: ClientId;
  readonly level: RiskLevel;
  readonly papers: readonly DiligencePaper[];
  readonly reason: string;
  readonly reviewedBy: string;
  readonly approvedBy: string | null;
  readonly now: Date;
}

export async function endReview(sql: Sql, { client, now, ...review }: Reviewed): Promise<void> {
  await keepReview(sql, client, { ...review, at: now, nextAt: nextReview(now, review.level) });
  await closeCase(sql, { queue: reviewsQueue().name, subject: `risk:${client}`, outcome: 'reviewed', at: now });
  await endRequestOf(sql, client, { outcome: 'reviewed', by: review.approvedBy ?? review.reviewedBy, now });
}
