import type { Sql } from '../../base/sql.ts';
import { isStatusId, statusFacts, statusIds } from '../../law/statuses.ts';
import type { HitReason } from '../../law/screening.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { closeCase } from '../cases/face.ts';
import { frozenStatus, giveFreezeBack, statusAfterLift } from '../freezing/face.ts';
import { screeningQueue } from './queues.ts';
import { decideHit, endFreeze, followHold, freezeClient, noteFrozen, tellBrowsers, thawClient, type HitRow } from './store.ts';

/* What follows from a decision, in its transaction. */

/** Frozen already, closed, or never let in: nothing is left to stop. */
const stays = statusIds.filter((id) => {
  const { access, closed, money } = statusFacts(id);
  return access !== 'full' || closed !== undefined || money === 'none';
});

export function aboutHit({ id }: Pick<HitRow, 'id'>): string {
  return `screening:${id}`;
}

interface Decided {
  readonly hit: HitRow;
  readonly reasonCode: HitReason | null;
  readonly by: string;
  readonly now: Date;
}

/** It is somebody else: never asked again of this entry and this client as they are. */
export async function endAsFalse(sql: Sql, { hit, reasonCode, by, now }: Decided): Promise<void> {
  await decideHit(sql, { id: hit.id, status: 'false_hit', reasonCode, by, at: now });
  await follow(sql, hit, { outcome: 'false_hit', now });
}

/** It is the client. Under sanctions nothing of theirs moves any more (readings, 7); an exposed person is looked at closer, and may go on. */
export async function endAsTrue(sql: Sql, { hit, reasonCode, by, now }: Decided): Promise<void> {
  const of = { client: hit.clientId, frozen: frozenStatus, stays, at: now };
  const before = hit.kind === 'sanctions' ? await freezeClient(sql, of) : undefined;
  await decideHit(sql, { id: hit.id, status: 'true_hit', reasonCode, by, at: now });
  if (before) {
    await noteFrozen(sql, hit.id, before);
    await noteStatus(sql, hit, { from: before.status, to: frozenStatus, now });
  }
  await follow(sql, hit, { outcome: 'true_hit', now });
}

/** It is not the client (any more): what followed from it is taken back, and what others have decided meanwhile stays. */
export async function lift(sql: Sql, { hit, by, now }: Omit<Decided, 'reasonCode'>): Promise<void> {
  await decideHit(sql, { id: hit.id, status: 'lifted', reasonCode: hit.reasonCode, by, at: now });
  const ended = await endFreeze(sql, hit.clientId, now);
  if (ended && ended.ownFreeze !== null) await giveFreezeBack(sql, ended.ownFreeze);
  else if (ended && isStatusId(ended.status)) {
    const to = statusAfterLift(ended.status, ended.papers);
    if (await thawClient(sql, { client: hit.clientId, frozen: frozenStatus, to }))
      await noteStatus(sql, hit, { from: frozenStatus, to, now });
  }
  await follow(sql, hit, { outcome: 'lifted', now });
}

async function follow(sql: Sql, hit: HitRow, { outcome, now }: { readonly outcome: string; readonly now: Date }): Promise<void> {
  await closeCase(sql, { queue: screeningQueue().name, subject: aboutHit(hit), outcome, at: now });
  await followHold(sql, hit.clientId);
  await tellBrowsers(sql, hit.clientId, now);
}

async function noteStatus(
  sql: Sql,
  hit: HitRow,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: Date },
): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'screening' },
    action: 'client.status',
    subject: `client:${hit.clientId}`,
    clientId: hit.clientId,
    detail: { from, to, because: aboutHit(hit) },
    at: now,
  });
}
