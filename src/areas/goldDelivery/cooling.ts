import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import { coolsUntil } from '../contacts/face.ts';
import { isToNewAddress, type KeptDelivery } from './store.ts';

/**
 * Until when bars stay in the vault because none of the client's has ever arrived where they are to go; undefined where they may leave. As
 * with payouts: whoever has taken over an account is to be found out before anything has left.
 */
export async function coolingUntil(
  sql: Sql,
  delivery: KeptDelivery,
  { settings, now }: { readonly settings: Pick<Settings, 'withdraw' | 'contacts'>; readonly now: Date },
): Promise<Date | undefined> {
  if (!(await isToNewAddress(sql, delivery))) return undefined;
  const asked = after(delivery.requestedAt ?? now, settings.withdraw.coolingSeconds * secondMs);
  // After a change of what identity hangs on it is longer (readings 24).
  const changed = await coolsUntil(sql, { client: delivery.clientId, settings, now });
  const until = changed && changed > asked ? changed : asked;
  return until > now ? until : undefined;
}
