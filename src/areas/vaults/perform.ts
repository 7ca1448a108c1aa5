import type { CompanyId } from '../../law/regions/profile.ts';
import type { GoldVaultKey } from '../../law/goldVaults.ts';
import type { Performer } from '../approvals/face.ts';
import { takeIntoStock } from './stock.ts';

export const buyAction = 'gold_stock.buy';

/** What a purchase waits with: weights and cost in minor units as text. */
export interface BuyPayload {
  readonly vault: GoldVaultKey;
  readonly company: CompanyId;
  readonly reference: string;
  readonly cost: string;
  readonly weight: string;
  readonly bars: readonly { readonly refiner: string; readonly serial: string; readonly weight: string }[];
}

/** Takes into stock what a second person has agreed to. */
export const performer = (): Performer => ({
  action: buyAction,
  perform(sql, { payload, now }) {
    const { weight, cost, bars, ...of } = payload as BuyPayload;
    return takeIntoStock(sql, {
      ...of,
      weight: BigInt(weight),
      cost: BigInt(cost),
      bars: bars.map((bar) => ({ ...bar, weight: BigInt(bar.weight) })),
      at: now,
    });
  },
});
