import { formatWeight } from '../../base/weight.ts';
import { differenceOf } from './rules.ts';
import type { KeptBar, KeptCheck, KeptStatement } from './store.ts';

export const grams = (weight: bigint): string => formatWeight(weight, 'g');

export function shownStatement({ id, vault, number, asOf, unallocated, broughtBy, importedAt }: KeptStatement) {
  const at = { as_of: asOf.toISOString(), imported_at: importedAt.toISOString() };
  return { id, vault, number, unallocated: grams(unallocated), brought_by: broughtBy, ...at };
}

export function shownCheck(check: KeptCheck) {
  const { id, vault, at, clients, bars, unallocated, checkedAt } = check;
  const difference = differenceOf(check);
  return {
    id,
    vault,
    at: at.toISOString(),
    clients: grams(clients),
    bars: grams(bars),
    unallocated: unallocated === null ? null : grams(unallocated),
    difference: difference === null ? null : grams(difference),
    checked_at: checkedAt.toISOString(),
  };
}

export function shownBar({ id, vault, company, refiner, serial, weight, cameAt, deliveryId, leftAt }: KeptBar) {
  const state = leftAt ? ('gone' as const) : deliveryId === null ? ('in_vault' as const) : ('allocated' as const);
  return { id, vault, company, refiner, serial, weight: grams(weight), came_at: cameAt.toISOString(), state };
}
