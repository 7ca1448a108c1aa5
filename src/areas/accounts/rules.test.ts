import { describe, expect, test } from 'vitest';
import { accountTypeNamed } from '../../law/accountTypes.ts';
import type { LeverageState } from '../../law/leverage.ts';
import { accountStatuses } from '../../protocol/account.ts';
import { isZero, mayArchive, mayChangeLeverage, mayChangeStatus } from './rules.ts';

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
