import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNumber, clientId } from '../../base/id.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import {
  changeInvestment,
  followersOf,
  investmentById,
  investmentOfAccount,
  investmentsOf,
  lockInvestment,
  writeShares,
} from './face.ts';
import { insertInvestment } from './store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
}, 120_000);

afterAll(() => app.close());

test('a follow keeps the offer of its time, is there once, and goes along its table', async () => {
  const { sql } = app.opened.app.database;
  const at = app.opened.app.clock.now();
  const client = await app.signIn('ng.active');
  const strategy = await sql.one<{ id: number; number: number }>(`select id, number from strategy where name = 'Steady-hand'`);
  const account = await sql.one<{ number: number }>('select min(number) as number from trading_account where client_id = $1', [
    client.clientId,
  ]);
  const number = accountNumber(account.number);
  const of = {
    clientId: clientId(client.clientId),
    strategyId: strategy.id,
    number,
    safetyMode: true,
    protection: 50,
    askedAt: at,
  };
  const id = Number(await insertInvestment(sql, of));
  expect(await insertInvestment(sql, of)).toBeUndefined();
  expect(await investmentById(sql, id)).toMatchObject({
    share: 20,
    status: 'opening',
    strategyNumber: strategy.number,
    startedAt: null,
  });
  const begin = { id, from: 'opening', to: 'active', why: 'first_money', at } as const;
  expect(await changeInvestment(sql, begin)).toBe(true);
  expect(await changeInvestment(sql, begin)).toBe(false);
  await expect(changeInvestment(sql, { ...begin, from: 'closed' })).rejects.toThrow('does not go');
  await writeShares(sql, id, { invested: 5n, highWater: 7n });
  expect(await lockInvestment(sql, id)).toMatchObject({ invested: 5n, highWater: 7n, startedAt: at });
  expect(await investmentOfAccount(sql, number)).toMatchObject({ id });
  expect((await investmentsOf(sql, of.clientId)).map((each) => each.id)).toEqual([id]);
  const followers = { strategyId: strategy.id, statuses: ['active'], limit: 10 } as const;
  expect((await followersOf(sql, followers)).map((each) => each.id)).toContain(id);
  expect(await followersOf(sql, { ...followers, after: id })).toEqual([]);
});
