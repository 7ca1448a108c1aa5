import { describe, expect, test } from 'vitest';
import { isTradingPassword, type PasswordRule } from '../../law/platforms.ts';
import { applySettings } from '../../settings/changes.ts';
import { defaultSettings } from '../../settings/index.ts';
import type { LeverageState } from '../../law/leverage.ts';
import { accountTypeNamed } from '../../law/accountTypes.ts';
import { everyPageQuery, matchPage, pagePath } from '../../protocol/paths.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';
import { openingContract } from './contract.ts';
import { checkOrder, levelsOf, mayOpenMore, newTradingPassword, offerOf, type OrderForm } from './rules.ts';
import { mayTopUp } from './topUp.ts';

const southAfrican: LeverageState = { company: 3, country: 'ZA', category: 0 };
const cypriot: LeverageState = { company: 1, country: 'CY', category: 0 };
const german: LeverageState = { company: 1, country: 'DE', category: 2 };
const british: LeverageState = { company: 4, country: 'GB', category: 0 };

const check = (
  form: Partial<OrderForm>,
  facts: { group?: 'live' | 'demo'; client?: LeverageState; isTermsAgreed?: boolean } = {},
) =>
  checkOrder(
    { account: 'advantage mt5', currency: 'USD', ...form },
    { group: 'live', client: southAfrican, isTermsAgreed: true, settings: defaultSettings, ...facts },
  );

const named = (group: 'live' | 'demo', client: LeverageState, name: string) =>
  offerOf(group, client, { settings: defaultSettings }).account_types.find((type) => type.name === name);

describe('the offer', () => {
  test('caps the leverages of retail clients in the EU and the UK at thirty', () => {
    expect(named('live', cypriot, 'advantage mt5')?.['_embedded'].leverageList.data).toEqual([25, 30]);
    expect(named('demo', british, 'standard')?.defaultLeverage).toBe(30);
    expect(named('live', german, 'advantage mt5')?.maxLeverage).toBe(500);
  });

  test('holds a thousand only where the platform keeps it', () => {
    expect(named('live', southAfrican, 'advantage mt4')?.maxLeverage).toBe(1000);
    expect(named('live', southAfrican, 'advantage mt5')?.maxLeverage).toBe(500);
  });

  test('asks the pro account for a first deposit of 25 000 in each of its currencies', () => {
    const { data } = named('live', southAfrican, 'pro')?.['_embedded'].minDeposit ?? { data: {} };
    expect(data).toEqual({ default: '25000', USD: '25000.00', EUR: '25000.00', GBP: '25000.00' });
  });

  test('asks in each currency for what a card brings at least, and for nothing on a demo account', () => {
    const { data } = named('live', southAfrican, 'standard')?.['_embedded'].minDeposit ?? { data: {} };
    expect(data).toEqual({ default: '100', USD: '100.00', EUR: '100.00', GBP: '100.00', NGN: '100000.00' });
    expect(named('demo', southAfrican, 'pro')?.['_embedded'].minDeposit.data).toEqual({});
  });

  test('proposes MT4 to clients of the UK and MT5 to others', () => {
    expect(offerOf('live', british, { settings: defaultSettings }).default_platform).toBe('mt4');
    expect(offerOf('live', southAfrican, { settings: defaultSettings }).default_platform).toBe('mt5');
  });

  test('has accounts for shares for the global company alone, in English and outside of blocked countries', () => {
    const has = (client: LeverageState, language: 'en' | 'fa' = 'en') =>
      offerOf('live', client, { settings: defaultSettings, language }).account_types.some(({ family }) => family === 'stock');
    expect(has(southAfrican)).toBe(true);
    expect(has(southAfrican, 'fa')).toBe(false);
    expect(has({ ...southAfrican, country: 'RU' })).toBe(false);
    expect([cypriot, british].some((client) => has(client))).toBe(false);
    expect(named('demo', southAfrican, 'advantage stock')).toBeUndefined();
  });

  test('leaves out what another form opens', () => {
    expect(named('live', southAfrican, 'manager')).toBeUndefined();
  });
});

describe('an order', () => {
  test('takes the defaults of the form for what it leaves out', () => {
    expect(check({})).toMatchObject({ ok: true, value: { leverage: 100, swapFree: false, demoBalance: undefined } });
    expect(check({}, { group: 'demo' })).toMatchObject({ ok: true, value: { leverage: 500, demoBalance: 1_000_000n } });
  });

  test('takes the documents’ numbers of currencies', () => {
    expect(check({ currency: 978 })).toMatchObject({ ok: true, value: { currency: 'EUR' } });
  });

  test.each<[string, Partial<OrderForm>, Parameters<typeof check>[1], string, string]>([
    ['of an unknown type', { account: 'golden' }, {}, 'account_type_not_offered', 'account'],
    [
      'of a type that the company does not offer',
      { account: 'fixed' },
      { client: cypriot },
      'account_type_not_offered',
      'account',
    ],
    ['of a type that another form opens', { account: 'manager' }, {}, 'account_type_not_offered', 'account'],
    ['for shares without the confirmation', { account: 'stock mt5' }, {}, 'non_professional_not_confirmed', 'non_professional'],
    [
      'for shares without the exchange’s agreement',
      { account: 'stock mt5', non_professional: true },
      {},
      'nasdaq_not_agreed',
      'i_agree_nasdaq',
    ],
    ['in a currency that the type does not have', { currency: 'JPY' }, {}, 'account_currency_not_offered', 'currency'],
    ['in no currency at all', { currency: 'QQQ' }, {}, 'account_currency_not_offered', 'currency'],
    ['above the law’s cap', { leverage: 500 }, { client: cypriot }, 'leverage_not_offered', 'leverage'],
    ['between the steps', { leverage: 150 }, {}, 'leverage_not_offered', 'leverage'],
    [
      'without swaps where the type has none such',
      { account: 'pro', leverage: 200, swap_free: true },
      {},
      'swap_free_not_offered',
      'swap_free',
    ],
    [
      'with swaps where the type never has any',
      { account: 'amanah', swap_free: false },
      {},
      'swap_free_not_offered',
      'swap_free',
    ],
    ['without the terms agreed', {}, { isTermsAgreed: false }, 'terms_not_accepted', 'i_agree_tc'],
    ['for the other group', { account_group: 'demo' }, {}, 'account_group_mismatch', 'account_group'],
    [
      'with too much play money',
      { demo_trade_balance: '1000000.01' },
      { group: 'demo' },
      'demo_balance_out_of_range',
      'demo_trade_balance',
    ],
    [
      'with too little play money',
      { demo_trade_balance: 99 },
      { group: 'demo' },
      'demo_balance_out_of_range',
      'demo_trade_balance',
    ],
    [
      'with play money that is no amount',
      { demo_trade_balance: '1e5' },
      { group: 'demo' },
      'demo_balance_out_of_range',
      'demo_trade_balance',
    ],
  ])('%s is refused on its field', (...row) => {
    const [, form, facts, code, field] = row;
    expect(check(form, facts)).toMatchObject({ ok: false, code, field });
  });
});

test('one account more than the type or the broker allows is refused with the documents’ 10031', () => {
  const type = accountTypeNamed('pro');
  if (!type) throw new Error('the type is missing');
  const of = { type, group: 'live', settings: defaultSettings } as const;
  expect(mayOpenMore({ all: 1, ofType: 1 }, of)).toEqual({ ok: true, value: true });
  expect(mayOpenMore({ all: 2, ofType: 2 }, of)).toMatchObject({ ok: false, code: '10031' });
  expect(mayOpenMore({ all: defaultSettings.accounts.maxLive, ofType: 0 }, of)).toMatchObject({ ok: false, code: '10031' });
});

describe('a new password', () => {
  const drawn = (rule: PasswordRule): string[] => {
    let state = 7;
    const pick = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    return Array.from({ length: 500 }, () => newTradingPassword(rule, pick));
  };

  test.each(['mt4', 'mt5'] as const)('is one that both the documents and %s take, and never the same', (platform) => {
    const rule = defaultSettings.platform.passwords[platform];
    const passwords = drawn(rule);
    expect(passwords.filter((password) => !isTradingPassword(rule, password))).toEqual([]);
    expect(passwords.every((password) => password.length <= 15)).toBe(true);
    expect(new Set(passwords).size).toBe(500);
  });

  test('follows what a broker’s own server asks for', () => {
    const { passwords } = applySettings(defaultSettings, [
      { path: 'platform.passwords.mt5.maxLength', value: 16 },
      { path: 'platform.passwords.mt5.minLength', value: 16 },
      { path: 'platform.passwords.mt4.needsSpecial', value: true },
    ]).platform;
    expect(drawn(passwords.mt5).every((password) => password.length === 16 && /[!@#$*]/.test(password))).toBe(true);
    expect(drawn(passwords.mt4).every((password) => password.length === 12 && /[!@#$*]/.test(password))).toBe(true);
    const shorter = { ...passwords.mt4, maxLength: 8, needsSpecial: false };
    expect(drawn(shorter).every((password) => /^[A-Za-z2-9]{8}$/.test(password))).toBe(true);
  });
});

describe('levels', () => {
  const settings = defaultSettings;
  const client = { company: 3, country: 'CN', category: 0 } as const;
  test('of whoever has no account begin with the first', () => {
    const levels = levelsOf(client, [], settings);
    expect(levels.map(({ level }) => level)).toEqual(['micro', 'standard', 'ecn', 'advantage', 'pro']);
    expect(levels.filter((level) => level.is_own)).toEqual([]);
    expect(levels.filter((level) => level.is_next).map(({ level }) => level)).toEqual(['micro']);
  });
  test('are the highest that is held, and the one above it', () => {
    const levels = levelsOf(client, ['standard', 'ecn mt5', 'ecn mt4'], settings);
    expect(levels.find((level) => level.is_own)).toMatchObject({ level: 'ecn', accounts: 2 });
    expect(levels.find((level) => level.is_next)).toMatchObject({ level: 'advantage' });
  });
  test('end with the highest', () => {
    expect(levelsOf(client, ['pro'], settings).some((level) => level.is_next)).toBe(false);
  });
});

test.each([
  ['100', 0n, 10_000n],
  ['99.99', 0n, 'demo_balance_out_of_range'],
  ['900', 99_920_000n, 'demo_balance_out_of_range'],
  ['800', 99_920_000n, 80_000n],
  ['100', 99_995_000n, 'demo_balance_full'],
  ['100', -50_000n, 10_000n],
  ['many', 0n, 'demo_balance_out_of_range'],
] as const)('a top-up of %s on a balance of %s is held to the most that an account holds', (...[wanted, balance, expected]) => {
  const verdict = mayTopUp(wanted, { balance, account: { currency: 'USD' }, most: '1000000' });
  expect(verdict.ok ? verdict.value : verdict.code).toBe(expected);
});

describe('the addresses under which accounts are opened', () => {
  const pages = Object.values(openingContract.pages);
  const namesOf = (path: string): readonly string[] => {
    const found = matchPage(path, { pages, brand: 'atrium' })?.page;
    return [...(found && 'query' in found ? found.query : []), ...everyPageQuery];
  };
  // Document 1 §2.
  const named = ['account', 'leverage', 'swap_free', 'currency', 'available_types', 'mobileAppAction', 'invest'];

  test('know what the documents name, and only a live account’s the part of the forms for shares', () => {
    expect(namesOf('accounts/open/live')).toEqual(expect.arrayContaining([...named, 'stock-details']));
    expect(namesOf('accounts/open/demo')).toEqual(expect.arrayContaining(named));
    expect(namesOf('accounts/open/demo')).not.toContain('stock-details');
  });

  test('hand that part on to the forms by the same name', () => {
    const query = { account: 'advantage stock', 'stock-details': 'w8ben' };
    const address = pagePath({ page: pageLinks.stockForm, language: 'en', brand: 'atrium', query });
    expect(address).toBe('/en/stock-trading/form?account=advantage+stock&stock-details=w8ben');
    expect(pageLinks.stockForm.query).toEqual(Object.keys(query));
  });
});
