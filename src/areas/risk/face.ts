import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { RiskLevel } from '../../law/riskLevels.ts';
import type { DocumentKind } from '../../law/documents.ts';
import * as requests from './requestStore.ts';
import { levelOf } from './reviewing.ts';
import { assessmentsOf, noteChange, reviewsOf, riskOf, type AssessmentRow, type ReviewRow } from './store.ts';

/** As which kinds of documents a client is to send what a review asks for, as long as they have not. */
export async function papersAsked(sql: Sql, client: ClientId): Promise<readonly DocumentKind[]> {
  return requests.kindsAsked(sql, client);
}

/** A client has paid in: noted by what tells of the payment, so that no posting waits for it. */
export async function followPaid(sql: Sql, client: ClientId): Promise<void> {
  await noteChange(sql, client);
}

interface KnownRisk {
  readonly level: RiskLevel;
  readonly last: AssessmentRow;
  readonly reviewDueAt: Date | null;
  readonly reviews: readonly ReviewRow[];
}

/** How risky a client is held to be, for staff alone; undefined until it was computed. */
export async function knownRisk(sql: Sql, client: ClientId): Promise<KnownRisk | undefined> {
  const row = await riskOf(sql, client);
  const [last] = await assessmentsOf(sql, client, 1);
  const level = row && levelOf(row);
  if (!row || !last || !level) return undefined;
  return { level, last, reviewDueAt: row.reviewDueAt, reviews: await reviewsOf(sql, client) };
}
