import { formatWeight } from '../../base/weight.ts';

/** A weight as clients are told it, in either unit. */
export const shownWeight = (weight: bigint) => ({ g: formatWeight(weight, 'g'), oz: formatWeight(weight, 'oz') });
