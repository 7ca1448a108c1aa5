import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { StatusId } from '../../../law/statuses.ts';
import { clientById } from '../../session/face.ts';

/** 14 moves no money (law/statuses.ts). */
const frozen: StatusId = 14;

/**
 * Whether a client's money stands still, and a share of profits with it until they are through (our own rule): nothing comes or goes
 * while they are frozen or somebody looks at their payments, and of who was charged back nothing leaves. What is a closed client's goes
 * on to its end, so that it can be paid out.
 */
export async function isHeld(
  sql: Sql,
  { client, side }: { readonly client: ClientId; readonly side: 'pays' | 'gets' },
): Promise<boolean> {
  const profile = (await clientById(sql, client))?.profile;
  if (!profile) throw new Error(`client ${client} of a share is not there`);
  const { status, arePaymentsPaused, isChargedBack } = profile;
  return status === frozen || arePaymentsPaused === true || (side === 'pays' && isChargedBack === true);
}
