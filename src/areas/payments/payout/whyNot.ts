import type { Sql } from '../../../base/sql.ts';
import { frozenStatus, keepStatus } from '../../freezing/face.ts';
import { isScreeningAwaited } from '../../screening/face.ts';
import type { PaymentContext } from '../context.ts';
import type { Remittance } from '../store.ts';
import { isStopped } from './lines.ts';
import type { PayoutPart } from './parts.ts';

/* What has happened since a part was approved, and keeps it from going out. */

export interface AboutToAsk<Context extends PaymentContext = PaymentContext> {
  readonly context: Context;
  readonly remittance: Remittance;
  readonly part: PayoutPart;
}

/** Whether the client is frozen, until the caller's transaction ends: it comes first there, as whoever freezes locks the client before parts. */
export async function isFrozen(sql: Sql, { clientId }: Remittance): Promise<boolean> {
  return (await keepStatus(sql, clientId)) === frozenStatus;
}

/** Why it is not asked for, whatever was approved: it never will be, or it is not known yet whether it may. */
export async function whyNotNow(sql: Sql, { context, remittance, part }: AboutToAsk): Promise<'stopped' | 'awaited' | undefined> {
  const { clock, watchlists } = context.needs;
  if (await isStopped(sql, { remittance, part, now: clock.now() })) return 'stopped';
  return (await isScreeningAwaited(sql, remittance.clientId, watchlists?.names ?? [])) ? 'awaited' : undefined;
}
