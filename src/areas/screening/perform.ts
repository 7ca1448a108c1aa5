import type { HitReason } from '../../law/screening.ts';
import type { Sql } from '../../base/sql.ts';
import type { Approved, Performer } from '../approvals/face.ts';
import type { HitDecision } from './contract.ts';
import { endAsTrue, lift } from './deciding.ts';
import { decisionsOf } from './rules.ts';
import { lockHit } from './store.ts';

export interface HitPayload {
  readonly hit: number;
  readonly decision: Exclude<HitDecision, 'false_hit'>;
  readonly reasonCode: HitReason | null;
}

export const hitAction = 'screening.decide';

/** Does what a second person has agreed to, in the transaction of that agreement. */
export const performer = (): Performer => ({ action: hitAction, perform });

async function perform(sql: Sql, { payload, approvedBy, now }: Approved): Promise<'done' | 'outdated'> {
  const { hit: id, decision, reasonCode } = payload as HitPayload;
  const hit = await lockHit(sql, id);
  // Decided otherwise meanwhile, or asked anew because something has changed.
  if (!hit || !decisionsOf(hit.status).includes(decision)) return 'outdated';
  if (decision === 'lift') await lift(sql, { hit, by: approvedBy, now });
  else await endAsTrue(sql, { hit, reasonCode, by: approvedBy, now });
  return 'done';
}
