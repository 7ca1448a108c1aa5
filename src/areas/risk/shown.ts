import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { dueDiligence } from '../../law/risk.ts';
import { isApprovalWaiting } from '../approvals/face.ts';
import type { RiskReview, RiskShown } from './contract.ts';
import { riskAction } from './perform.ts';
import { isDecidedByLaw, isDecisive, levelOf, papersOf } from './reviewing.ts';
import { openRequest, sentSince } from './requestStore.ts';
import type { AssessmentRow, ReviewRow, RiskRow } from './store.ts';

interface Known {
  readonly row: RiskRow | undefined;
  readonly last: AssessmentRow | undefined;
  readonly now: Date;
}

export async function shownRisk(sql: Sql, { row, last, now }: Known): Promise<RiskShown | null> {
  const level = row && levelOf(row);
  if (!row || !last || !level) return null;
  const { kind, needsSecond, reviewMonths } = dueDiligence[level];
  const subject = `risk:${row.clientId}`;
  return {
    level,
    computed_level: last.level,
    points: last.points,
    version: last.version,
    assessed_at: last.at.toISOString(),
    factors: last.factors.map(({ factor, value, points }) => ({ factor, value, points, is_decisive: isDecisive(last, value) })),
    override: shownOverride(row),
    is_decided_by_law: isDecidedByLaw(last),
    diligence: {
      kind,
      papers: await papersOf(sql, row.clientId, level),
      needs_second: needsSecond,
      review_months: reviewMonths,
    },
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    review_due_at: row.reviewDueAt?.toISOString() ?? null,
    is_overdue: row.reviewDueAt !== null && row.reviewDueAt <= now,
    request: await shownRequest(sql, row.clientId),
    waits_for_second: await isApprovalWaiting(sql, { action: riskAction, subject }),
  };
}

async function shownRequest(sql: Sql, client: ClientId): Promise<RiskShown['request']> {
  const request = await openRequest(sql, client);
  if (!request) return null;
  return {
    papers: [...request.papers],
    sent: await sentSince(sql, request),
    asked_by: request.askedBy,
    asked_at: request.askedAt.toISOString(),
    due_at: request.dueAt.toISOString(),
    restricted_at: request.restrictedAt?.toISOString() ?? null,
    escalated_at: request.escalatedAt?.toISOString() ?? null,
  };
}

function shownOverride(row: RiskRow): RiskShown['override'] {
  const { overrideLevel: level, overrideAskedBy: by, overrideApprovedBy: agreed, overrideAt: at, overrideReason: reason } = row;
  if (level === null || by === null || agreed === null || at === null || reason === null) return null;
  return { level, asked_by: by, approved_by: agreed, at: at.toISOString(), reason };
}

export function shownPast({ at, level, points, version }: AssessmentRow) {
  return { at: at.toISOString(), level, points, version };
}

export function shownReview({ at, level, papers, reviewedBy, approvedBy, reason, nextAt }: ReviewRow): RiskReview {
  return {
    at: at.toISOString(),
    level,
    papers: [...papers],
    reviewed_by: reviewedBy,
    approved_by: approvedBy,
    reason,
    next_at: nextAt.toISOString(),
  };
}
