import { closeOnlyEnding } from '../base/closeOnly.ts';
import type { Currency } from '../base/currency.ts';
import { accountTypes, commissionOf, type AccountType } from './accountTypes.ts';
import { categories, categoryKinds, type CategoryId, type CategoryKind } from './categories.ts';
import { maxLeverageFor } from './leverage.ts';
import type { PlatformKey } from './platforms.ts';
import { regionProfileOf, regions, type RegionClient } from './regions/index.ts';
import type { InstrumentCaps, RegionProfile } from './regions/profile.ts';

/** A group on a trading platform, as it must be set up there. */
export interface PlatformGroup {
  /** With single backslashes: `global\retail\advantage-mt5-USD`. */
  readonly name: string;
  readonly platform: PlatformKey;
  readonly currency: Currency;
  readonly isDemo: boolean;
  readonly isSwapFree: boolean;
  /** Its symbols are set so that positions are closed and none opened: where accounts stand that may do no more (readings, 7). */
  readonly isCloseOnly: boolean;
  /** The most leverage that an account in it may have. */
  readonly leverageMax: number;
  /** The law's caps on top of it, class by class; absent where none holds. */
  readonly leverageCaps?: InstrumentCaps;
  /** A warning at this margin level, in percent. */
  readonly marginCallPercent: number;
  /** Positions are closed at this margin level, in percent. */
  readonly stopOutPercent: number;
  readonly negativeBalanceProtection: boolean;
  /** Commission of each side of one lot, in minor units of the group's currency. */
  readonly commissionPerLot: bigint;
}

interface GroupKey {
  /** One that has groups of its own. */
  readonly region: RegionProfile;
  readonly kind: CategoryKind;
  readonly type: AccountType;
  readonly currency: Currency;
  readonly isSwapFree: boolean;
  readonly isDemo: boolean;
}

interface AccountKey extends Omit<GroupKey, 'region' | 'kind'> {
  readonly client: RegionClient & { readonly category: CategoryId };
}

/** The group that a new account of a client goes into. Always one of `platformGroups(type.platform)`. */
export function platformGroup(account: AccountKey): string {
  const { client } = account;
  return groupName({ ...account, region: regionProfileOf(client), kind: categories[client.category].kind });
}

/**
 * Every group that the platform needs, and beside each live one its close-only twin: region × category × type × currency, live and demo, with and without swaps, where a
 * region without trading rules of its own uses its company's. Retail caps are per instrument, which is why the category is part of the group (our own rule, "Standing").
 */
export function platformGroups(platform: PlatformKey): readonly PlatformGroup[] {
  return accountTypes
    .filter((type) => type.platform === platform)
    .flatMap((type) => groupKeys(type).flatMap((key) => withTwin(platformGroupOf(key))));
}

function withTwin(group: PlatformGroup): PlatformGroup[] {
  return group.isDemo ? [group] : [group, { ...group, name: group.name + closeOnlyEnding, isCloseOnly: true }];
}

function groupKeys(type: AccountType): GroupKey[] {
  return regions
    .filter(({ key, groups }) => key === groups)
    .flatMap((region) =>
      categoryKinds.flatMap((kind) =>
        type.currencies.flatMap((currency) =>
          [false, true].flatMap((isDemo) =>
            swapFreeValues[type.swapFree].map((isSwapFree) => ({ region, kind, type, currency, isDemo, isSwapFree })),
          ),
        ),
      ),
    )
    .filter(({ region, isDemo }) => type.companies[isDemo ? 'demo' : 'live'].includes(region.company));
}

const swapFreeValues: Readonly<Record<AccountType['swapFree'], readonly boolean[]>> = {
  choice: [false, true],
  // With swap too: there stand accounts of clients whose right was withdrawn.
  always: [false, true],
  never: [false],
};

/** Document 2 and the trade rules are silent on the warning: the usual full margin. */
const marginCallPercent = 100;

function platformGroupOf(key: GroupKey): PlatformGroup {
  const { company, countries, trading } = key.region;
  const client = { company, country: countries?.[0] ?? '', category: categoryOfKind[key.kind] };
  const caps = trading.leverageCaps[key.kind];
  return {
    name: groupName(key),
    platform: key.type.platform,
    currency: key.currency,
    isDemo: key.isDemo,
    isSwapFree: key.isSwapFree,
    isCloseOnly: false,
    leverageMax: maxLeverageFor(key.type, client),
    ...(caps && { leverageCaps: caps }),
    marginCallPercent,
    stopOutPercent: trading.closeOutPercent,
    negativeBalanceProtection: trading.negativeBalanceProtection,
    commissionPerLot: commissionOf(key.type, key.currency).minor,
  };
}

const categoryOfKind: Readonly<Record<CategoryKind, CategoryId>> = { retail: 0, professional: 1, counterparty: 4 };

const swapFreeEnding = '-swapfree';

/** The same group with or without swap: its region and category stay, whatever its client has become since. */
export function groupBeside(name: string, { currency, isSwapFree }: Pick<PlatformGroup, 'currency' | 'isSwapFree'>): string {
  const usual = name.endsWith(swapFreeEnding) ? name.slice(0, -swapFreeEnding.length) : name;
  if (!usual.endsWith(`-${currency}`)) throw new Error(`${name} is no group of ours in ${currency}`);
  return isSwapFree ? usual + swapFreeEnding : usual;
}

/** `[demo\]<region>\<category>\<type>-<currency>[-swapfree][-closeonly]`, at most 64 characters (MetaTrader 5's limit). */
function groupName({ region, kind, type, currency, isSwapFree, isDemo }: GroupKey): string {
  const path = [region.groups, kind, `${type.name.replaceAll(' ', '-')}-${currency}${isSwapFree ? swapFreeEnding : ''}`];
  return (isDemo ? ['demo', ...path] : path).join('\\');
}
