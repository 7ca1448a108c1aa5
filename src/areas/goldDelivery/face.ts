import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Phase } from './contract.ts';
import { deliveriesOf } from './store.ts';

export interface DeliveryTold {
  readonly id: number;
  readonly phase: Phase;
  /** Of bars. */
  readonly count: number;
  /** Of all of them, in tenths of a microgram. */
  readonly weight: bigint;
  readonly requestedAt: Date | null;
}

/** What a client has asked home and confirmed, the newest first, at most fifty. */
export async function deliveriesTold(sql: Sql, client: ClientId): Promise<DeliveryTold[]> {
  const kept = await deliveriesOf(sql, client);
  return kept.flatMap(({ id, phase, count, weight, requestedAt }) =>
    phase === 'asked' ? [] : [{ id, phase, count, weight, requestedAt }],
  );
}
