import type { Currency } from '../base/currency.ts';
import { accountTypes, commissionOf, type AccountType } from './accountTypes.ts';
import { categories, categoryKinds, type CategoryId, type CategoryKind } from './categories.ts';
import { maxLeverageFor } from './leverage.ts';
import type { PlatformKey } from './platforms.ts';
import { companySheet } from './regions/index.ts';
import { companyIds, type CompanyId, type InstrumentCaps } from './regions/sheet.ts';

/** A group on a trading platform, as it must be set up there. */
export interface PlatformGroup {
  /** With single backslashes: `global\retail\advantage-mt5-USD`. */
  readonly name: string;
  readonly platform: PlatformKey;
  readonly currency: Currency;
  readonly isDemo: boolean;
  readonly isSwapFree: boolean;
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
  readonly company: CompanyId;
  readonly kind: CategoryKind;
  readonly type: AccountType;
  readonly currency: Currency;
  readonly isSwapFree: boolean;
  readonly isDemo: boolean;
}

/** The group that a new account of a client goes into. Always one of `platformGroups(type.platform)`. */
export function platformGroup(account: Omit<GroupKey, 'kind'> & { readonly category: CategoryId }): string {
  return groupName({ ...account, kind: categories[account.category].kind });
}

/**
 * Every group that the platform needs: company × category × type × currency, live and demo, with and without swaps.
 * Retail caps are per instrument, which is why the category is part of the group (our own rule, "Standing").
 */
export function platformGroups(platform: PlatformKey): readonly PlatformGroup[] {
  return accountTypes.filter((type) => type.platform === platform).flatMap((type) => groupKeys(type).map(platformGroupOf));
}

function groupKeys(type: AccountType): GroupKey[] {
  return companyIds
    .flatMap((company) =>
      categoryKinds.flatMap((kind) =>
        type.currencies.flatMap((currency) =>
          [false, true].flatMap((isDemo) =>
            swapFreeValues[type.swapFree].map((isSwapFree) => ({ company, kind, type, currency, isDemo, isSwapFree })),
          ),
        ),
      ),
    )
    .filter(({ company, isDemo }) => type.companies[isDemo ? 'demo' : 'live'].includes(company));
}

const swapFreeValues: Readonly<Record<AccountType['swapFree'], readonly boolean[]>> = {
  choice: [false, true],
  always: [true],
  never: [false],
};

/** Document 2 and the trade rules are silent on the warning: the usual full margin. */
const marginCallPercent = 100;

function platformGroupOf(key: GroupKey): PlatformGroup {
  const sheet = companySheet(key.company);
  const client = { company: key.company, country: '', category: categoryOfKind[key.kind] };
  const caps = sheet.leverageCaps[key.kind];
  return {
    name: groupName(key),
    platform: key.type.platform,
    currency: key.currency,
    isDemo: key.isDemo,
    isSwapFree: key.isSwapFree,
    leverageMax: maxLeverageFor(key.type, client),
    ...(caps && { leverageCaps: caps }),
    marginCallPercent,
    stopOutPercent: sheet.closeOutPercent,
    negativeBalanceProtection: sheet.negativeBalanceProtection,
    commissionPerLot: commissionOf(key.type, key.currency).minor,
  };
}

const categoryOfKind: Readonly<Record<CategoryKind, CategoryId>> = { retail: 0, professional: 1, counterparty: 4 };

/** `[demo\]<company>\<category>\<type>-<currency>[-swapfree]`, at most 64 characters (MetaTrader 5's limit). */
function groupName({ company, kind, type, currency, isSwapFree, isDemo }: GroupKey): string {
  const path = [companySheet(company).key, kind, `${type.name.replaceAll(' ', '-')}-${currency}${isSwapFree ? '-swapfree' : ''}`];
  return (isDemo ? ['demo', ...path] : path).join('\\');
}
