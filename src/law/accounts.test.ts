import { describe, expect, test } from 'vitest';
import { isCentCurrency, mainCurrency } from '../base/currency.ts';
import { formatMoney, money } from '../base/money.ts';
import {
  accountTypeById,
  accountTypeNamed,
  accountTypes,
  minDepositIn,
  openableTypes,
  shownName,
  type AccountType,
} from './accountTypes.ts';
import {
  defaultLeverageFor,
  demoLeverageFor,
  demoLeverageList,
  instrumentCapsFor,
  instrumentLeverage,
  leverageList,
  webTerminalDemoLeverages,
  type LeverageState,
} from './leverage.ts';
import { platformGroup, platformGroups } from './platformGroups.ts';
import { loginRange, walletRange } from './numbers.ts';
import { isTradingPassword, platformKeys, platforms, serverName } from './platforms.ts';
import { methodsOffered, termsIn } from './methods.ts';
import { regions } from './regions/index.ts';
import { companyIds, regionKeys } from './regions/profile.ts';

const typeNamed = (name: string): AccountType => {
  const type = accountTypeNamed(name);
  if (!type) throw new Error(`no type ${name}`);
  return type;
};

/** From a country that has no region of its own, whichever have one. */
const globalRetail: LeverageState = { company: 3, country: '', category: 0 };
const euRetail: LeverageState = { company: 1, country: 'CY', category: 0 };
const euProfessional: LeverageState = { company: 1, country: 'DE', category: 2 };
const ukRetail: LeverageState = { company: 4, country: 'GB', category: 0 };

describe('Account types', () => {
  test.each([
    [19, 'micro'],
    [54, 'micro cent'],
    [1, 'standard'],
    [3, 'ecn mt4'],
    [30, 'pro'],
    [23, 'advantage mt4'],
    [39, 'advantage mt5'],
    [60, 'advantage stock'],
    [49, 'stock mt5'],
  ])('number %i is %s, as the documents count', (id, name) => {
    expect(accountTypeById(id)?.name).toBe(name);
  });

  test('the registration list of the documents is complete, and names and numbers are unique', () => {
    for (const name of ['standard', 'fixed', 'cent', 'ecn zero', 'amanah', 'ecn mt5', 'manager', 'pro']) typeNamed(name);
    expect(new Set(accountTypes.map((type) => type.name)).size).toBe(accountTypes.length);
    expect(new Set(accountTypes.map((type) => type.id)).size).toBe(accountTypes.length);
    expect(accountTypeNamed(' Advantage MT5 ')?.id).toBe(39);
    expect(accountTypeNamed('gold')).toBeUndefined();
  });

  test('a display name says its platform, stocks of type 60 apart', () => {
    expect(shownName(typeNamed('standard'))).toBe('Standard MT4');
    expect(shownName(typeNamed('advantage mt5'))).toBe('Advantage MT5');
    expect(shownName(typeNamed('advantage stock'))).toBe('Advantage Stocks');
    for (const type of accountTypes.filter(({ id }) => id !== 60)) {
      expect(shownName(type).toLowerCase()).toContain(type.platform);
    }
  });

  test('the least deposit is 100, for pro accounts 25 000', () => {
    expect(formatMoney(minDepositIn(typeNamed('standard'), 'EUR'))).toBe('100.00');
    for (const currency of ['EUR', 'USD', 'GBP'] as const) {
      expect(formatMoney(minDepositIn(typeNamed('pro'), currency))).toBe('25000.00');
    }
  });

  test('no type names a least deposit that its methods would not take', () => {
    const places = regionKeys.map((region) => ({ direction: 'deposit', region, changes: [] }) as const);
    const offers = places.flatMap((place) => methodsOffered(place));
    for (const type of accountTypes)
      for (const currency of type.currencies) {
        const least = minDepositIn(type, currency);
        const paid = money(isCentCurrency(currency) ? least.minor / 100n : least.minor, mainCurrency(currency));
        const takes = offers.flatMap((offer) => termsIn(offer, paid.currency) ?? []);
        expect(takes.length).toBeGreaterThan(0);
        for (const { min } of takes) expect(paid.minor).toBeGreaterThanOrEqual(min.minor);
      }
  });

  test('the basic form opens neither stock nor manager accounts, and each company has types on both platforms', () => {
    for (const company of companyIds) {
      const live = openableTypes('live', company);
      expect(live.some((type) => ['stock', 'manager'].includes(type.family))).toBe(false);
      for (const platform of platformKeys) expect(live.some((type) => type.platform === platform)).toBe(true);
    }
    expect(openableTypes('live', 1).map((type) => type.name)).not.toContain('cent');
    expect(openableTypes('live', 3).map((type) => type.name)).toContain('cent');
  });
});

describe('Leverage', () => {
  test.each([
    ['standard', globalRetail, [25, 50, 100, 200, 500, 1000]],
    ['cent', globalRetail, [25, 50, 100, 200, 500, 1000]],
    ['fixed', globalRetail, [25, 50, 100, 200, 500]],
    ['ecn mt4', globalRetail, [25, 50, 100, 200, 500]],
    ['ecn mt5', globalRetail, [25, 50, 100, 200, 500]],
    ['amanah', globalRetail, [25, 50, 100, 200, 500]],
    ['ecn zero', globalRetail, [25, 50, 100, 200, 500, 1000]],
    ['pro', globalRetail, [200]],
    ['manager', globalRetail, [200]],
    ['advantage mt5', globalRetail, [25, 50, 100, 200, 500]],
    ['advantage stock', globalRetail, [1]],
    ['standard', euRetail, [25, 30]],
    ['pro', euRetail, [30]],
    ['standard', ukRetail, [25, 30]],
    ['standard', euProfessional, [25, 50, 100, 200, 500, 1000]],
    ['ecn mt5', { company: 5, country: 'KE', category: 0 }, [25, 50, 100, 200, 500]],
  ] as const)('%s for %o is chosen from %j', (name, client, wanted) => {
    expect(leverageList(typeNamed(name), client)).toEqual(wanted);
  });

  test('1000 exists on MetaTrader 4 only', () => {
    const leveraged = accountTypes.filter((type) => leverageList(type, globalRetail).includes(1000));
    expect(new Set(leveraged.map((type) => type.platform))).toEqual(new Set(['mt4']));
  });

  test('a demo account starts with 500, with 30 for retail clients of the EU and the UK', () => {
    expect(demoLeverageFor(typeNamed('standard'), globalRetail)).toBe(500);
    expect(demoLeverageFor(typeNamed('standard'), euRetail)).toBe(30);
    expect(demoLeverageFor(typeNamed('standard'), euProfessional)).toBe(500);
    expect(demoLeverageFor(typeNamed('standard'), ukRetail)).toBe(30);
    expect(demoLeverageFor(typeNamed('pro'), globalRetail)).toBe(200);
  });

  test('the proposed leverage is always one of the list', () => {
    for (const type of accountTypes) {
      for (const client of [globalRetail, euRetail, euProfessional, ukRetail]) {
        expect(leverageList(type, client)).toContain(defaultLeverageFor(type, client));
        expect(demoLeverageList(type, client)).toContain(demoLeverageFor(type, client));
      }
    }
  });

  test('the law caps each class of instruments for retail clients of the EU and the UK', () => {
    expect(instrumentCapsFor(euRetail)).toEqual({
      major_fx: 30,
      other_fx: 20,
      gold: 20,
      major_index: 20,
      minor_index: 10,
      commodity: 10,
      share: 5,
      crypto: 2,
    });
    expect(instrumentCapsFor(ukRetail)?.crypto).toBe(0);
    expect(instrumentCapsFor(euProfessional)).toBeNull();
    expect(instrumentCapsFor(globalRetail)).toBeNull();
  });
});

test.each([
  ['major_fx', euRetail, 30, 30],
  ['share', euRetail, 30, 5],
  ['share', euRetail, 3, 3],
  ['crypto', euRetail, 30, 2],
  ['crypto', ukRetail, 30, 0],
  ['crypto', globalRetail, 500, 500],
  ['share', euProfessional, 200, 200],
] as const)('%s is traded by %o on an account of %i with %i', (...row) => {
  const [instrument, client, accountLeverage, wanted] = row;
  expect(instrumentLeverage(client, instrument, accountLeverage)).toBe(wanted);
});

test('A demo account can have whatever the web terminal proposes for it and its form starts with', () => {
  const ukProfessional = { ...ukRetail, category: 1 } as const;
  expect(demoLeverageList(typeNamed('advantage mt5'), globalRetail)).toEqual([25, 33, 50, 100, 200, 500]);
  expect(demoLeverageList(typeNamed('advantage mt5'), ukProfessional)).toEqual([25, 30, 33, 50, 100, 200, 500]);
  expect(demoLeverageFor(typeNamed('advantage mt5'), ukProfessional)).toBe(30);
  expect(demoLeverageList(typeNamed('advantage mt5'), euRetail)).toEqual([25, 30]);
  expect(demoLeverageList(typeNamed('pro'), globalRetail)).toEqual([200]);
});

test('The web terminal offers demo accounts of 33 to 500, of 30 to retail clients of the EU and the UK', () => {
  expect(webTerminalDemoLeverages(globalRetail)).toEqual([33, 100, 200, 500]);
  expect(webTerminalDemoLeverages(euRetail)).toEqual([30]);
});

describe('Groups on the platforms', () => {
  const groups = platformKeys.flatMap((platform) => platformGroups(platform));
  const byName = new Map(groups.map((group) => [group.name, group]));

  test('are named by company, category, type and currency', () => {
    const account = { type: typeNamed('advantage mt5'), currency: 'USD', isSwapFree: false, isDemo: false } as const;
    expect(platformGroup({ ...account, client: globalRetail })).toBe('global\\retail\\advantage-mt5-USD');
    expect(platformGroup({ ...account, client: { ...globalRetail, category: 2 }, isDemo: true, isSwapFree: true })).toBe(
      'demo\\global\\professional\\advantage-mt5-USD-swapfree',
    );
  });

  test('are unique, and short enough for the platform', () => {
    expect(byName.size).toBe(groups.length);
    for (const { name } of groups) expect(name.length).toBeLessThan(64);
  });

  test('exist for every account that can be opened', () => {
    for (const type of accountTypes) {
      for (const group of ['live', 'demo'] as const) {
        for (const { company, countries, groups: region, trading } of regions.filter((one) =>
          type.companies[group].includes(one.company),
        )) {
          for (const currency of type.currencies) {
            const name = platformGroup({
              client: { company, country: countries?.[0] ?? '', category: 0 },
              type,
              currency,
              isSwapFree: type.swapFree === 'always',
              isDemo: group === 'demo',
            });
            expect(name.split('\\')).toContain(region);
            expect(byName.get(name)).toMatchObject({
              currency,
              platform: type.platform,
              isDemo: group === 'demo',
              stopOutPercent: trading.closeOutPercent,
            });
          }
        }
      }
    }
  });

  test('carry the caps of the law', () => {
    expect(byName.get('eu\\retail\\advantage-mt5-EUR')).toMatchObject({
      leverageMax: 30,
      leverageCaps: { share: 5 },
      stopOutPercent: 50,
    });
    expect(byName.get('eu\\professional\\advantage-mt5-EUR')).toMatchObject({ leverageMax: 500, commissionPerLot: 140n });
    expect(byName.get('eu\\professional\\advantage-mt5-EUR')).not.toHaveProperty('leverageCaps');
    expect(byName.get('demo\\uk\\retail\\standard-GBP')).toMatchObject({ leverageMax: 30, leverageCaps: { crypto: 0 } });
    expect(byName.get('global\\retail\\standard-USD')).toMatchObject({ leverageMax: 1000, commissionPerLot: 0n });
  });
});

describe('Numbers of accounts', () => {
  test('no two ranges meet, and all fit 32 bits', () => {
    const logins = platformKeys.flatMap((platform) =>
      companyIds.flatMap((company) => [true, false].map((isDemo) => loginRange({ platform, company, isDemo }))),
    );
    const ranges = [...logins, ...companyIds.map(walletRange)].toSorted((first, second) => first.first - second.first);
    for (const [index, range] of ranges.entries()) {
      expect(range.last).toBeGreaterThan(range.first);
      expect(range.first).toBeGreaterThan(ranges[index - 1]?.last ?? 0);
      expect(range.last).toBeLessThan(2 ** 31);
    }
    expect(loginRange({ platform: 'mt5', company: 3, isDemo: false })).toEqual({ first: 530000001, last: 534999999 });
    expect(loginRange({ platform: 'mt4', company: 1, isDemo: true })).toEqual({ first: 415000001, last: 419999999 });
    expect(walletRange(3)).toEqual({ first: 930000001, last: 939999999 });
  });
});

test('A server is named by brand, platform and what it is for', () => {
  expect(serverName({ brandName: 'Atrium', platform: 'mt5', isDemo: false })).toBe('Atrium-MT5-Live');
  expect(serverName({ brandName: 'North Star', platform: 'mt4', isDemo: true })).toBe('NorthStar-MT4-Demo');
});

describe('A trading password', () => {
  test.each([
    ['Abcdefg1', true, false],
    ['Abcdefg1!', true, true],
    ['Abc1!', false, false],
    ['abcdefg1!', false, false],
    ['ABCDEFG1!', false, false],
    ['Abcdefgh!', false, false],
    ['Abcdefghijklm1!x', false, false],
  ])('%s is taken by MetaTrader 4: %s, by MetaTrader 5: %s', (password, mt4, mt5) => {
    expect(isTradingPassword(platforms.mt4.password, password)).toBe(mt4);
    expect(isTradingPassword(platforms.mt5.password, password)).toBe(mt5);
  });
});
