import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { dueDiligence } from '../../law/risk.ts';
import type { DiligencePaper, RiskLevel } from '../../law/riskLevels.ts';
import type { Approved, Performer } from '../approvals/face.ts';
import { endReview, levelOf, missingPapers, isDecidedByLaw } from './reviewing.ts';
import { reviewAfterChange } from './rules.ts';
import { isChanged, lockRisk, setOverride, setReviewDue, assessmentsOf } from './store.ts';

interface OverridePayload {
  readonly client: number;
  /** Null: what is computed holds again. */
  readonly level: RiskLevel | null;
  /** What was computed when it was asked for. */
  readonly over: RiskLevel;
}

interface ReviewPayload {
  readonly client: number;
  readonly level: RiskLevel;
  readonly papers: readonly DiligencePaper[];
}

export type RiskPayload = (OverridePayload & { readonly what: 'override' }) | (ReviewPayload & { readonly what: 'review' });

export const riskAction = 'risk.decide';

/** Does what a second person has agreed to, in the transaction of that agreement. */
export const performer = (): Performer => ({
  action: riskAction,
  perform(sql, approved) {
    const payload = approved.payload as RiskPayload;
    return payload.what === 'override' ? performOverride(sql, payload, approved) : performReview(sql, payload, approved);
  },
});

async function performOverride(sql: Sql, of: OverridePayload, approved: Approved): Promise<'done' | 'outdated'> {
  const { client: id, level, over } = of;
  const client: ClientId = clientId(id);
  const row = await lockRisk(sql, client);
  const [last] = await assessmentsOf(sql, client, 1);
  // Another risk than the one that was looked at, or it may have become another that is computed yet.
  if (await isChanged(sql, client)) return 'outdated';
  if (!last || row.level !== over || (level !== null && isDecidedByLaw(last))) return 'outdated';
  const from = levelOf(row);
  const { askedBy, approvedBy, reason, now } = approved;
  await setOverride(sql, client, level === null ? null : { level, over, askedBy, approvedBy, reason, at: now });
  const to = level ?? over;
  if (row.reviewDueAt !== null && from !== to)
    await setReviewDue(sql, client, reviewAfterChange(now, { from, to, due: row.reviewDueAt }));
  return 'done';
}

async function performReview(sql: Sql, of: ReviewPayload, approved: Approved): Promise<'done' | 'outdated'> {
  const { client: id, level, papers } = of;
  const client: ClientId = clientId(id);
  const row = await lockRisk(sql, client);
  // Looked at by what another level demands, or a paper has gone since.
  if (levelOf(row) !== level || !dueDiligence[level].needsSecond) return 'outdated';
  if ((await missingPapers(sql, client, level)).length > 0) return 'outdated';
  const { askedBy, approvedBy, reason, now } = approved;
  await endReview(sql, { client, level, papers, reason, reviewedBy: askedBy, approvedBy, now });
  return 'done';
}
