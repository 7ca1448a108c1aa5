import { parseMinor } from '../../base/money.ts';
import { parseWeight } from '../../base/weight.ts';
import type { Settings } from '../../settings/index.ts';
import type { DeskAction, Phase } from './contract.ts';

export interface BarSize {
  /** Tenths of a microgram. */
  readonly size: bigint;
  /** What the making of one costs, in cents. */
  readonly making: bigint;
}

/** The bars that are delivered, as the broker has set them. */
export function sizesOf({ goldDelivery }: Settings): BarSize[] {
  return goldDelivery.sizes.map(({ grams, making }) => ({
    size: must(parseWeight(grams, 'g')),
    making: must(parseMinor(making, 'USD')),
  }));
}

/** What the way of one delivery costs, in cents. */
export function shippingOf({ goldDelivery }: Settings): bigint {
  return must(parseMinor(goldDelivery.shipping, 'USD'));
}

function must(value: bigint | undefined): bigint {
  if (value === undefined) throw new Error('the settings of gold deliveries name no weight or amount');
  return value;
}

/** Until it has its bars a client may think better of it. */
export function mayClientCancel(phase: Phase | 'asked'): boolean {
  return phase === 'requested' || phase === 'paid';
}

const atDesk: Readonly<Record<Phase | 'asked', readonly DeskAction[]>> = {
  asked: [],
  requested: ['cancel'],
  paid: ['allocate', 'cancel'],
  allocated: ['release', 'cancel'],
  shipped: ['delivered', 'returned'],
  delivered: [],
  returned: [],
  cancelled: [],
};

/** What the desk can do with it. */
export function deskActionsOf(phase: Phase | 'asked'): readonly DeskAction[] {
  return atDesk[phase];
}
