import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Watchlists } from '../../ports/watchlists/port.ts';
import type { Performer } from '../approvals/face.ts';
import { owedBy } from '../debts/face.ts';
import { isRestricted } from '../disputes/face.ts';
import { frozenStatus } from '../freezing/face.ts';
import { isHeld, isScreeningAwaited } from '../screening/face.ts';
import { clientById } from '../session/face.ts';
import type { Settings } from '../../settings/index.ts';
import { coolingUntil } from './cooling.ts';
import { ship } from './deliveries.ts';
import { lockDelivery } from './store.ts';

export const releaseAction = 'gold_delivery.release';

export interface ScreeningNeeds {
  readonly watchlists: Pick<Watchlists, 'names'>;
}

/** Of a client who is frozen nothing leaves, whoever has frozen them. */
export async function isFrozen(sql: Sql, client: ClientId): Promise<boolean> {
  return (await clientById(sql, client))?.profile.status === frozenStatus;
}

/** What a release waits with. */
export interface ReleasePayload {
  readonly id: number;
  readonly carrier: string;
  readonly tracking: string;
}

/** Lets the bars leave the vault once a second person has agreed. */
export const performer = ({ watchlists, settings }: ScreeningNeeds & { readonly settings: () => Settings }): Performer => ({
  action: releaseAction,
  async perform(sql, { payload, now, approvedBy }) {
    const { id, ...way } = payload as ReleasePayload;
    const delivery = await lockDelivery(sql, id);
    if (delivery?.phase !== 'allocated') return 'outdated';
    // As with payouts: nothing leaves while the client is frozen, a payment is disputed, something is owed, it is not known who the client
    // is, or the address is new.
    if (
      (await isFrozen(sql, delivery.clientId)) ||
      (await coolingUntil(sql, delivery, { settings: settings(), now })) ||
      (await isRestricted(sql, delivery.clientId)) ||
      (await isHeld(sql, delivery.clientId)) ||
      (await isScreeningAwaited(sql, delivery.clientId, watchlists.names)) ||
      (await owedBy(sql, delivery.clientId)).length > 0
    )
      return 'outdated';
    await ship(sql, { delivery, now, actor: { kind: 'staff', id: approvedBy } }, way);
    return 'done';
  },
});
