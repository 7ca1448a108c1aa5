import { describe, expect, test } from 'vitest';
import { accountTypeNamed } from '../../law/accountTypes.ts';
import type { LeverageState } from '../../law/leverage.ts';
import { accountStatuses } from '../../protocol/account.ts';
import { courseOf, isZero, mayArchive, mayChangeLeverage, mayChangeStatus } from './rules.ts';

const advantage = accountTypeNamed('advantage mt5');
if (!advantage) throw new Error('the type is missing');
const retail: LeverageState = { company: 1, country: 'CY', category: 0 };
const global: LeverageState = { company: 3, country: 'ZA', category: 0 };

test('a status only takes the steps of its table', () => {
  const taken = accountStatuses.flatMap((from) =>
    accountStatuses.filter((to) => mayChangeStatus(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(taken).toEqual([
    'opening > active',
    'opening > failed',
    'active > archived',
    'active > disabled',
    'archived > active',
    'archived > disabled',
    'disabled > active',
  ]);
});

describe('archiving', () => {
  const live = { isDemo: false, status: 'active' } as const;
  const nothing = { balance: 0n, credit: 0n, hasPositions: false };
  test('needs a live account to be empty', () => {
    expect(mayArchive(live, { ...nothing, balance: 1n })).toMatchObject({ code: 'account_has_money' });
    expect(mayArchive(live, { ...nothing, balance: -1n })).toMatchObject({ code: 'account_has_money' });
    expect(mayArchive(live, { ...nothing, credit: 1n })).toMatchObject({ code: 'account_has_money' });
    expect(mayArchive(live, nothing)).toEqual({ ok: true, value: true });
  });
  test('lets play money go', () => {
    expect(mayArchive({ ...live, isDemo: true }, { ...nothing, balance: 5n })).toEqual({ ok: true, value: true });
  });
  test('waits for open positions', () => {
    expect(mayArchive({ ...live, isDemo: true }, { ...nothing, hasPositions: true })).toMatchObject({
      code: 'account_has_positions',
    });
  });
  test('is only for accounts in use', () => {
    expect(mayArchive({ ...live, status: 'opening' }, nothing)).toMatchObject({ code: 'account_not_active' });
  });
});

const ask = (leverage: number, more: { client?: LeverageState; hasPositions?: boolean; isDemo?: boolean } = {}) =>
  mayChangeLeverage({ type: advantage, isDemo: false, client: global, status: 'active', hasPositions: false, leverage, ...more });

describe('another leverage', () => {
  test('has to be on the list of the type', () => {
    expect(ask(200)).toEqual({ ok: true, value: 200 });
    expect(ask(201)).toMatchObject({ code: 'leverage_not_offered', values: { offered: '25, 50, 100, 200, 500' } });
  });
  test('stays under the law’s cap', () => {
    expect(ask(30, { client: retail })).toEqual({ ok: true, value: 30 });
    expect(ask(100, { client: retail })).toMatchObject({ code: 'leverage_not_offered' });
  });
  test('of a demo account may also be one that the web terminal proposes', () => {
    expect(ask(33, { isDemo: true })).toEqual({ ok: true, value: 33 });
    expect(ask(33)).toMatchObject({ code: 'leverage_not_offered' });
  });
  test('waits for open positions', () => {
    expect(ask(200, { hasPositions: true })).toMatchObject({ code: 'leverage_has_positions' });
  });
});

test('an account with bonus money is not one of those that hold nothing', () => {
  expect(isZero({ isDemo: false, snapshot: undefined })).toBe(true);
  expect(isZero({ isDemo: false, snapshot: { balance: 0n, credit: 1n } })).toBe(false);
  expect(isZero({ isDemo: true, snapshot: { balance: 0n, credit: 0n } })).toBe(false);
});

describe('the course of an account', () => {
  const points = [
    { day: '2026-11-01', equity: 10_000n },
    { day: '2026-11-02', equity: 35_500n },
    { day: '2026-11-05', equity: 25_000n },
  ];

  test('counts no deposit as profit and no payout as loss, whenever they came since the point before', () => {
    const flows = [
      { day: '2026-10-20', flow: 1n },
      { day: '2026-11-01', flow: 10_000n },
      { day: '2026-11-02', flow: 25_000n },
      { day: '2026-11-03', flow: -10_000n },
      { day: '2026-11-04', flow: -500n },
      { day: '2026-11-06', flow: 7n },
    ];
    expect(courseOf(points, flows).map(({ flow, profit }) => [flow, profit])).toEqual([
      [10_000n, 0n],
      [25_000n, 500n],
      [-10_500n, 500n],
    ]);
  });

  test('is all profit and loss where nothing came and went', () => {
    expect(courseOf(points, []).map(({ profit }) => profit)).toEqual([0n, 25_500n, 15_000n]);
  });
});
