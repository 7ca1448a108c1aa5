import { expect, test } from 'vitest';
import { clientMoneyIn, isEven } from './rules.ts';

const line = (isClients: boolean, kind: string, closing: bigint) => ({
  company: 3,
  unit: 'USD',
  isClients,
  kind,
  closing,
  owed: closing > 0n ? closing : 0n,
});

test('what is owed to clients is theirs, what is on its way to them too, and a bonus or a debt is neither', () => {
  const lines = [
    line(true, 'wallet', 100n),
    line(true, 'hold', 20n),
    // One client owes 30, another has 50.
    { ...line(true, 'trading', 20n), owed: 50n },
    line(true, 'bonus', 7n),
    line(true, 'debt', -9n),
    line(false, 'transit', 5n),
    line(false, 'suspense', 3n),
    line(false, 'fees', 4n),
    line(false, 'provider', -150n),
  ];
  expect(clientMoneyIn(lines)).toEqual([{ company: 3, unit: 'USD', required: 178n, held: 150n }]);
  expect(isEven(lines)).toBe(true);
});

test('gold is no money, companies and currencies stand apart, and what does not sum to zero is not even', () => {
  const gold = { ...line(true, 'gold', 5n), unit: 'XAU' };
  const euro = { ...line(true, 'wallet', 5n), unit: 'EUR' };
  expect(clientMoneyIn([gold, euro, { ...euro, company: 1 }]).map(({ company, unit }) => [company, unit])).toEqual([
    [3, 'EUR'],
    [1, 'EUR'],
  ]);
  expect(isEven([euro, { ...line(false, 'provider', -5n), unit: 'USD' }])).toBe(false);
});
