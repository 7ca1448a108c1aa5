import { describe, expect, test } from 'vitest';
import { movedAccount, movedCategory, routeBetween, routeByCountry } from './moves.ts';

const retail = { country: 'GB', category: 0 } as const;
const standard = { typeName: 'standard', currency: 'USD', leverage: 500, isPromo: false } as const;

test.each([
  [1, 'GB', 'uk'],
  [3, 'GB', 'uk'],
  [1, 'ZA', 'ftg'],
  [4, 'ZA', 'ftg'],
  // Where one belongs already, where no route leads, and where nobody may register.
  [1, 'CY', undefined],
  [4, 'GB', undefined],
  [3, 'CY', undefined],
  [5, 'GB', undefined],
  [1, 'KE', undefined],
  [1, 'US', undefined],
] as const)('of company %i and of %s, a client goes by the route %s', (company, country, route) => {
  expect(routeByCountry({ company, country })).toBe(route);
});

test('no route leads back to the EU', () => {
  expect([routeBetween(3, 1), routeBetween(4, 1), routeBetween(4, 3)]).toEqual([undefined, undefined, 'ftg']);
});

describe('an account that moves', () => {
  test('keeps its type, with no more leverage than the other company’s law allows', () => {
    expect(movedAccount(standard, { ...retail, company: 4 })).toMatchObject({ type: { name: 'standard' }, leverage: 30 });
    expect(movedAccount({ ...standard, leverage: 30 }, { ...retail, company: 3, country: 'ZA' })).toMatchObject({ leverage: 25 });
    expect(movedAccount(standard, { ...retail, company: 3, country: 'ZA' })).toMatchObject({ leverage: 500 });
  });

  test.each([
    ['of bonus money', { ...standard, isPromo: true }],
    ['for shares', { ...standard, typeName: 'stock mt5' }],
    ['of a strategy', { ...standard, typeName: 'manager' }],
    ['in cents, which the UK company does not open', { ...standard, typeName: 'cent', currency: 'USC' as const }],
  ])('%s goes into the wallet', (_why, account) => {
    expect(movedAccount(account, { ...retail, company: 4 })).toBeUndefined();
  });
});

test('only an elective professional is assessed anew', () => {
  expect(([0, 1, 2, 4] as const).map(movedCategory)).toEqual([0, 1, 0, 4]);
});
