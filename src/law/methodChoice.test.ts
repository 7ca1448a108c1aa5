import { expect, test } from 'vitest';
import type { ClientProfile } from './gates.ts';
import { methodChoice, type MethodChoice } from './methodChoice.ts';
import {
  choicesOf,
  depositRoute,
  methodDirections,
  methodOf,
  paymentMethods,
  type MethodChange,
  type MethodScope,
} from './methods.ts';
import { regionProfileOf } from './regions/index.ts';

const client = (facts: Partial<ClientProfile> = {}): ClientProfile => ({
  status: 12,
  company: 3,
  country: 'ZA',
  category: 0,
  registeredAt: new Date('2026-01-01T00:00:00Z'),
  hasApprovedId: true,
  hasApprovedResidence: true,
  appropriatenessPassed: true,
  ...facts,
});
const choose = (profile: ClientProfile, changes: readonly MethodChange[] = []): MethodChoice => {
  const scope: MethodScope = { direction: 'deposit', region: regionProfileOf(profile).key, country: profile.country, changes };
  return methodChoice(scope, profile);
};
const offered = ({ usable }: MethodChoice) =>
  usable.map(({ method, terms }) => `${method.id} ${terms.map(({ currency }) => currency).join(' ')}`);
const reasons = ({ unavailable }: MethodChoice) =>
  Object.fromEntries(unavailable.map(({ method, reason }) => [method.id, reason]));

// Written by hand: what one client of each row of the table is offered beside the cards.
test.each([
  ['ZA', 3, ['320 ZAR']],
  ['MY', 3, ['318 CNY', '320 MYR']],
  ['TH', 3, ['320 THB']],
  ['VN', 3, ['320 VND']],
  ['ID', 3, ['320 IDR']],
  ['NG', 3, ['85 NGN', '86 NGN', '87 NGN', '88 NGN', '89 NGN']],
  ['CN', 3, ['318 CNY']],
  ['HK', 3, ['318 CNY']],
  ['BR', 3, []],
  ['CY', 1, []],
  ['GB', 4, []],
  ['KE', 5, []],
] as const)('a client from %s of company %i is offered what goes there, in the own currency', (country, company, expected) => {
  const choice = choose(client({ country, company }));
  const alternative = offered(choice).filter((line) => /^(318|320|8\d) /.test(line));
  expect(alternative).toEqual(expected);
  expect(offered(choice)[0]).toMatch(/^340 /);
});

// By hand as well: what goes from bank to bank.
test.each([
  ['ZA', 3, ['1010 USD EUR GBP', '1013 ZAR']],
  ['NG', 3, ['1010 USD EUR GBP', '1013 NGN']],
  ['BR', 3, ['1010 USD EUR GBP']],
  ['CN', 3, ['1010 USD EUR GBP']],
  ['CY', 1, ['1010 USD EUR GBP', '1013 EUR']],
  ['PL', 1, ['1010 USD EUR GBP']],
  ['GB', 4, ['1010 USD EUR GBP', '1013 GBP']],
  ['KE', 5, ['1010 USD EUR GBP', '1013 KES']],
] as const)('a client from %s of company %i may transfer from a bank', (country, company, expected) => {
  expect(offered(choose(client({ country, company }))).filter((line) => /^101[03] /.test(line))).toEqual(expected);
});

test('each method is either usable or told with its reason, and none is both', () => {
  const all = paymentMethods
    .filter(({ offers, unlistedIn }) => offers.deposit && !unlistedIn?.includes('deposit'))
    .map(({ id }) => id);
  for (const country of ['ZA', 'NG', 'CN', 'BR']) {
    const choice = choose(client({ country }));
    const told = [...choice.usable.map(({ method }) => method.id), ...choice.unavailable.map(({ method }) => method.id)];
    expect(told.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
  }
});

test('a shut gate shuts every method that is offered there, and says what opens it', () => {
  const frozen = choose(client({ status: 14 }));
  expect(frozen.usable).toEqual([]);
  expect(frozen.unavailable.find(({ method }) => method.id === 340)).toMatchObject({ reason: 'account_frozen' });
  const partial = choose(client({ status: 8 }));
  expect(partial.unavailable.find(({ method }) => method.id === 340)).toMatchObject({
    reason: 'complete_registration',
    next: 'registration_step2',
  });
  expect(reasons(partial)[85]).toBe('not_in_country');
});

test('a method that the broker has closed says that it is closed, and not that it is never offered', () => {
  const cell = { method: 320, direction: 'deposit', region: 'global', currency: 'ZAR', isClosed: true } as const;
  expect(reasons(choose(client(), [cell]))[320]).toBe('closed_for_now');
  expect(reasons(choose(client({ country: 'BR' }), [cell]))[320]).toBe('not_in_country');
});

test.each([
  [
    { methodId: 340, currency: 'CNY' },
    { methodId: 318, currency: 'CNY' },
  ],
  [
    { methodId: '78', currency: 156 },
    { methodId: 318, currency: 'CNY' },
  ],
  [
    { methodId: 340, currency: 197 },
    { methodId: 318, currency: 'CNY' },
  ],
  [
    { methodId: 999, currency: '197' },
    { methodId: 318, currency: 'CNY' },
  ],
  [
    { methodId: 318, currency: 'CNY' },
    { methodId: 318, currency: 'CNY' },
  ],
  [
    { methodId: 340, currency: 'USD' },
    { methodId: 340, currency: 'USD' },
  ],
])('what is asked as %j takes the route %j', (asked, route) => {
  expect(depositRoute(asked)).toEqual(route);
});

test('the rand brings a list of banks, and no other currency of that method does', () => {
  expect(choicesOf(methodOf(320), 'bank', 'ZAR')).toContain('Nedbank');
  expect(choicesOf(methodOf(320), 'bank', 'MYR')).toEqual([]);
  expect(choicesOf(methodOf(340), 'bank', 'ZAR')).toEqual([]);
  expect(methodDirections).toContain('deposit');
});

test('before the papers nothing is taken by a method whose way back the broker has closed', () => {
  const profile = client({ status: 9, company: 1, country: 'CY', hasApprovedId: false, hasApprovedResidence: false });
  const region = regionProfileOf(profile).key;
  const before = (changes: readonly MethodChange[]) =>
    methodChoice({ direction: 'deposit', region, country: 'CY', goesBack: true, changes }, profile);
  const taking = (choice: MethodChoice) => choice.usable.map(({ method }) => method.id);
  const ways = paymentMethods.filter(({ paysOut }) => paysOut?.of.includes(340) && !paysOut.isByDestination);
  expect(taking(before([]))).toContain(340);
  const closed = ways.flatMap(({ id, offers }) =>
    Object.keys(offers.withdraw?.[region] ?? {}).map((currency) => {
      const cell = { method: id, direction: 'withdraw', region, currency: currency as MethodChange['currency'] } as const;
      return { ...cell, isClosed: true };
    }),
  );
  expect(closed).not.toEqual([]);
  expect(taking(before(closed))).not.toContain(340);
  expect(reasons(before(closed))).toMatchObject({ 340: 'after_papers' });
  // One currency less is still a way back.
  expect(taking(before(closed.slice(1)))).toContain(340);
});
