import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { formatWeight } from '../../base/weight.ts';
import type { Settings } from '../../settings/index.ts';
import { goldCurrency } from '../gold/face.ts';
import { barsOf } from '../vaults/face.ts';
import type { Delivery } from './contract.ts';
import { mayClientCancel } from './rules.ts';
import type { KeptDelivery } from './store.ts';

export const dollars = (minor: bigint): string => formatMinor(minor, goldCurrency);
export const grams = (weight: bigint): string => formatWeight(weight, 'g');

type Terms = Pick<KeptDelivery, 'size' | 'count' | 'weight' | 'fee' | 'insurance'>;

export function shownTerms({ size, count, weight, fee, insurance }: Terms) {
  return {
    size: grams(size),
    count,
    weight: grams(weight),
    fee: dollars(fee),
    insurance: dollars(insurance),
    total: dollars(fee + insurance),
    currency: goldCurrency,
  };
}

/** A delivery as its client and the desk are told of it. */
export async function shownDelivery(sql: Sql, kept: KeptDelivery, { goldDelivery }: Settings): Promise<Delivery> {
  const { id, phase, recipient, street, town, postcode, country, phone, carrier, tracking } = kept;
  if (phase === 'asked') throw new Error(`delivery ${id} was never confirmed`);
  const bars = kept.allocatedAt ? await barsOf(sql, id) : [];
  return {
    id,
    phase,
    ...shownTerms(kept),
    recipient,
    street,
    town,
    postcode,
    country,
    phone,
    carrier,
    tracking,
    serials: bars.map(({ serial }) => serial),
    requested_at: instant(kept.requestedAt),
    paid_at: instant(kept.paidAt),
    allocated_at: instant(kept.allocatedAt),
    shipped_at: instant(kept.shippedAt),
    ended_at: instant(kept.endedAt),
    pay_by: phase === 'requested' && kept.requestedAt ? instant(after(kept.requestedAt, goldDelivery.payDays * dayMs)) : null,
    may_cancel: mayClientCancel(phase),
  };
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
