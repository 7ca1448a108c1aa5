import { categoryKind, type CategoryId } from './categories.ts';
import { referralExcludedCountries } from './countryLists.ts';
import { regionProfileOf, type RegionClient } from './regions/index.ts';
import type { Incentive } from './regions/profile.ts';

/** What decides whether a client may be offered an incentive. */
interface IncentiveClient extends RegionClient {
  readonly category: CategoryId;
}

/** Whether an incentive may be offered to a client at all: region and category decide. */
function mayBeOffered(incentive: Incentive, client: IncentiveClient): boolean {
  return regionProfileOf(client).incentives[categoryKind(client.category)].includes(incentive);
}

/** Whether a client may be asked to refer a friend: where incentives are allowed, and from no excluded country. */
export function mayRefer(client: IncentiveClient): boolean {
  return mayBeOffered('referral', client) && !referralExcludedCountries.includes(client.country);
}
