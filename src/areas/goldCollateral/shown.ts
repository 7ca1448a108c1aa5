import { percentOf } from '../../base/amount.ts';
import { formatMinor } from '../../base/money.ts';
import { goldCurrency, shownWeight } from '../gold/face.ts';
import type { Pledge, PledgeAtDesk } from './contract.ts';
import type { KeptOrder, KeptPledge } from './store.ts';
import { coverageOf } from './valuing.ts';

export const dollars = (minor: bigint): string => formatMinor(minor, goldCurrency);

export function pledgeAtDesk(kept: KeptPledge): PledgeAtDesk {
  const { name: _name, under_way: _underWay, ...shown } = shownPledge(kept, { name: '', orders: [] });
  return { ...shown, client_id: kept.clientId, company: kept.companyId };
}

export function shownPledge(
  kept: KeptPledge,
  { name, orders }: { readonly name: string; readonly orders: readonly KeptOrder[] },
): Pledge {
  const { number, weight, credit, worth, level, waitsSince, priceAt } = kept;
  const coverage = worth === null ? undefined : coverageOf({ credit, worth });
  const underWay = orders.find((order) => order.number === number && order.phase !== 'done' && order.phase !== 'refused');
  return {
    account: number,
    name,
    weight: shownWeight(weight),
    credit: dollars(credit),
    worth: worth === null ? null : dollars(worth),
    lent_percent: coverage === undefined ? null : percentOf(coverage),
    level,
    waits: waitsSince !== null,
    price_at: priceAt?.toISOString() ?? null,
    under_way: underWay?.kind ?? null,
  };
}
