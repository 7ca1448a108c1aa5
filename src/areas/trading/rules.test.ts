import { describe, expect, test } from 'vitest';
import { isOffered } from './offered.ts';
import {
  checkLots,
  commissionFor,
  groupOfPath,
  marketAt,
  percentChange,
  pointsOf,
  resultOfClosing,
  resultOfClosingBy,
  stepLots,
  statusesBefore,
  type TradingHours,
  fitsFilter,
  levelFaults,
  spreadCost,
} from './rules.ts';

const weekdays: readonly TradingHours[] = [1, 2, 3, 4, 5].map((day) => ({ day, fromMinute: 60, toMinute: 1440 }));
const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['2026-11-18T10:00:00', { isOpen: true }],
  // A Saturday: the next hours begin on Monday.
  ['2026-11-21T09:00:00', { isOpen: false, opensAt: at('2026-11-23T01:00:00') }],
  // Before the first hour of a weekday: the same day.
  ['2026-11-18T00:30:00', { isOpen: false, opensAt: at('2026-11-18T01:00:00') }],
  ['2026-11-18T23:59:59', { isOpen: true }],
] as const)('at %s the market is what its hours say', (instant, state) => {
  expect(marketAt(weekdays, at(instant))).toEqual(state);
});

test('a market whose hours nobody tells is taken for open; the platform has the last word', () => {
  expect(marketAt([], at('2026-11-21T09:00:00'))).toEqual({ isOpen: true });
});

test('a market that trades one hour a week opens again in a week', () => {
  const hours = [{ day: 3, fromMinute: 600, toMinute: 660 }];
  expect(marketAt(hours, at('2026-11-18T11:00:00'))).toEqual({ isOpen: false, opensAt: at('2026-11-25T10:00:00') });
});

test.each([
  ['0.01', true],
  ['50', true],
  ['50.01', false],
  ['0.015', false],
  ['0', false],
  ['0.00', false],
  ['', false],
  ['-1', false],
  ['1e2', false],
])('a volume of "%s" lots is allowed: %s', (lots, isAllowed) => {
  expect(checkLots(lots, { lots_min: '0.01', lots_max: '50', lots_step: '0.01' }).ok).toBe(isAllowed);
});

test('steps of a volume go to the next step and stay within the bounds', () => {
  const limits = { lots_min: '0.1', lots_max: '0.5', lots_step: '0.1' };
  expect(stepLots('0.1', 1, limits)).toBe('0.2');
  expect(stepLots('0.15', 1, limits)).toBe('0.2');
  expect(stepLots('0.15', -1, limits)).toBe('0.1');
  expect(stepLots('0.1', -1, limits)).toBe('0.1');
  expect(stepLots('0.5', 1, limits)).toBe('0.5');
  expect(stepLots('', 1, limits)).toBe('0.1');
});

test('a change in per cent is counted from points and rounded to two decimals', () => {
  expect(percentChange(pointsOf('1.10000', 5), pointsOf('1.00000', 5))).toBe('10.00');
  expect(percentChange(pointsOf('0.99995', 5), pointsOf('1.00000', 5))).toBe('-0.01');
  expect(percentChange(pointsOf('1.00000', 5), pointsOf('1.00000', 5))).toBe('0.00');
  expect(percentChange(1n, 0n)).toBeUndefined();
});

test('symbols stand in the group of their folder', () => {
  expect(groupOfPath('Forex\\Major\\EURUSD')).toBe('major');
  expect(groupOfPath('Shares\\US\\AAPL')).toBe('shares');
  expect(groupOfPath('Indices\\US30')).toBe('indices');
  expect(groupOfPath('Something\\Else')).toBe('other');
});

test('an order that was given up is mended by the platform’s deal, and nothing takes a fill back', () => {
  expect(statusesBefore('filled')).toEqual(['processing', 'failed']);
  expect(statusesBefore('failed')).toEqual(['processing']);
  expect(statusesBefore('refused')).toEqual(['processing']);
});

test('a symbol is offered where the law lets it be sold: crypto to nobody in retail in the UK, all else to everybody', () => {
  const retail = { company: 4, country: 'GB', category: 0 } as const;
  expect(isOffered('Crypto\\BTCUSD', retail)).toBe(false);
  expect(isOffered('Crypto\\BTCUSD', { ...retail, category: 1 })).toBe(true);
  expect(isOffered('Crypto\\BTCUSD', { company: 1, country: 'DE', category: 0 })).toBe(true);
  for (const path of ['Forex\\Major\\EURUSD', 'Metals\\XAUUSD', 'Shares\\US\\AAPL', 'Weather\\RAIN'])
    expect(isOffered(path, retail)).toBe(true);
});

describe('what a trade costs and brings, in money', () => {
  const ecn = { type: 'ecn mt5', currency: 'USD' };

  test('is the commission of its type for so many lots, none where it is in the spread', () => {
    expect(commissionFor(ecn, '1')).toBe('-2.00');
    expect(commissionFor(ecn, '0.01')).toBe('-0.02');
    expect(commissionFor({ type: 'standard', currency: 'USD' }, '1')).toBe('0.00');
    expect(commissionFor({ type: 'no such type', currency: 'USD' }, '1')).toBeUndefined();
  });

  test('is for a part of a position its share of profit and swap, less the commission of both sides', () => {
    const position = { lots: '0.30', profit: '30.00', swap: '-1.50' };
    expect(resultOfClosing(ecn, position, '0.30')).toEqual({
      profit: '30.00',
      swap: '-1.50',
      commission: '-1.20',
      result: '27.30',
    });
    expect(resultOfClosing(ecn, position, '0.10')).toEqual({
      profit: '10.00',
      swap: '-0.50',
      commission: '-0.40',
      result: '9.10',
    });
    expect(resultOfClosing(ecn, { ...position, lots: '0' }, '0.10')).toBeUndefined();
  });

  test('is for a position closed by an opposite one the way between their openings, whatever the market says meanwhile', () => {
    const bought = {
      side: 'buy',
      lots: '0.30',
      open_price: '1.08000',
      current_price: '1.08100',
      profit: '30.00',
      swap: '-1.50',
    } as const;
    const sold = {
      side: 'sell',
      lots: '0.10',
      open_price: '1.08050',
      current_price: '1.08110',
      profit: '-6.00',
      swap: '0.25',
    } as const;
    // 50 points of a tenth of a lot; a third of one swap and all of the other; four sides of 0.20.
    const closed = { profit: '5.00', swap: '-0.25', commission: '-0.80', result: '3.95' };
    expect(resultOfClosingBy(ecn, [bought, sold], 5)).toEqual(closed);
    expect(resultOfClosingBy(ecn, [sold, bought], 5)).toEqual(closed);
    // Counted by the one that lost as by the one that gained.
    expect(resultOfClosingBy(ecn, [{ ...bought, current_price: '1.08000', profit: '0.00' }, sold], 5)).toEqual(closed);
    const still = { current_price: '1.08000', profit: '0.00' };
    expect(
      resultOfClosingBy(
        ecn,
        [
          { ...bought, ...still },
          { ...sold, ...still, open_price: '1.08000' },
        ],
        5,
      ),
    ).toBeUndefined();
  });
});

describe('prices of an order', () => {
  const now = { digits: 5, bid: '1.08000', ask: '1.08010' };
  const none = { at: '', limit: '', stopLoss: '', takeProfit: '' };
  const below = (than: string) => ({ must: 'below', than });
  const above = (than: string) => ({ must: 'above', than });

  test.each([
    ['market', 'buy', { stopLoss: '1.07', takeProfit: '1.09' }, {}],
    ['market', 'buy', { stopLoss: '1.08000', takeProfit: '1.07' }, { stopLoss: below('1.08000'), takeProfit: above('1.08000') }],
    ['market', 'sell', { stopLoss: '1.09', takeProfit: '1.07' }, {}],
    ['market', 'sell', { stopLoss: '1.08' }, { stopLoss: above('1.08010') }],
    ['limit', 'buy', { at: '1.07', stopLoss: '1.06', takeProfit: '1.08' }, {}],
    ['limit', 'buy', { at: '1.0801' }, { at: below('1.08010') }],
    ['limit', 'sell', { at: '1.07' }, { at: above('1.08000') }],
    ['stop', 'buy', { at: '1.07', stopLoss: '1.075' }, { at: above('1.08010'), stopLoss: below('1.07') }],
    ['stop', 'sell', { at: '1.07', takeProfit: '1.06' }, {}],
    ['stop_limit', 'buy', { at: '1.09', limit: '1.085', stopLoss: '1.08' }, {}],
    ['stop_limit', 'buy', { at: '1.09', limit: '1.095' }, { limit: below('1.09') }],
    ['stop_limit', 'sell', { at: '1.07', limit: '1.065' }, { limit: above('1.07') }],
    ['limit', 'buy', { at: '0' }, { at: below('1.08010') }],
  ] as const)('of a %s order to %s stand on their own side: %j', (...[type, side, typed, faults]) => {
    expect(levelFaults({ ...now, ...none, type, side, ...typed })).toEqual(faults);
  });

  test('are not judged while no price is known', () => {
    expect(levelFaults({ ...none, digits: 5, bid: undefined, ask: undefined, type: 'limit', side: 'buy', at: '9' })).toEqual({});
  });
});

describe('positions that are closed together', () => {
  const position = { symbol: 'EURUSD', side: 'buy', profit: '1.00', swap: '-1.50' } as const;

  test.each([
    ['all', '', true],
    ['loss', '', true],
    ['profit', '', false],
    ['buy', 'EURUSD', true],
    ['sell', '', false],
    ['all', 'GBPUSD', false],
  ] as const)('are those that fit: %s of "%s"', (which, symbol, isOne) => {
    expect(fitsFilter(position, { which, symbol })).toBe(isOne);
  });
});

test('the spread is told in money of the symbol', () => {
  // 13 points of 100 000 euros are 13 dollars a lot.
  expect(spreadCost({ digits: 5, contract_size: '100000' }, 13, '1')).toBe('13.00');
  expect(spreadCost({ digits: 5, contract_size: '100000' }, 13, '0.05')).toBe('0.65');
  expect(spreadCost({ digits: 2, contract_size: '1' }, 2677, '0.01')).toBe('0.27');
  expect(spreadCost({ digits: 2, contract_size: '0.1' }, 2677, '1')).toBe('2.68');
  expect(spreadCost({ digits: 5, contract_size: '100000' }, 13, '')).toBeUndefined();
});
