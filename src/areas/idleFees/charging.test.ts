import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import type { EngineNeeds } from '../payments/face.ts';
import { chargeIdle } from './charging.ts';
import { monthsLater } from './rules.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '24.00', wallet: '4.00' }));
  await holdSweeps(app, ['idleFees']);
  await app.owner.sql.run(`update client set registered_at = $2::timestamptz - interval '100 days' where id = $1`, [
    client.clientId,
    app.opened.clock.now(),
  ]);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const days = (count: number) => app.opened.clock.advance(count * 24 * 3600);

/** What a worker does of it, in this process. */
async function charge(needs: EngineNeeds = app.opened.app): Promise<void> {
  const context: JobContext = {
    now: app.opened.clock.now(),
    settings: app.opened.settings.current(),
    sql: app.database.sql,
    transact: app.database.transact,
    tellIn: async () => undefined,
    stale: async () => undefined,
  };
  await chargeIdle(needs, context);
}

const fees = () =>
  app.owner.sql.many<{ id: number; state: string; amount: number | null }>(
    `select id, state, source_number, source_amount::integer as amount from idle_fee where client_id = $1 order by id`,
    [client.clientId],
  );
const told = async () => {
  const rows = await app.owner.sql.many<{ type: string }>(
    `select type from notice where client_id = $1 and type like 'idle%' and closed_at is null order by id`,
    [client.clientId],
  );
  return rows.map(({ type }) => type);
};
const holdings = async () => [await books.onPlatform(dollars), await books.inLedger(dollars), await books.inLedger(wallet)];

test('a fee for idle months is told seven days before, and taken then, once, by however many processes', async () => {
  await charge();
  expect(await fees()).toMatchObject([{ state: 'announced' }]);
  expect(await told()).toEqual(['idle_fee_ahead']);
  await days(6);
  await charge();
  expect(await holdings()).toEqual(['24.00', '24.00', '4.00']);
  await days(1);
  await Promise.all([charge(), charge(), charge()]);
  await books.hurry();
  await charge();
  // The wallet has no whole one, so that it is the account's.
  expect(await holdings()).toEqual(['14.00', '14.00', '4.00']);
  expect((await fees())[0]).toMatchObject({ state: 'posted', source_number: dollars, amount: 1000 });
  expect((await told()).filter((type) => type === 'idle_fee_taken')).toHaveLength(1);
});

test('while nobody knows whether a platform has taken it, nothing is asked again, and it is posted once', async () => {
  for (let month = 0; (await fees()).at(-1)?.state !== 'announced' && month < 40; month++) {
    await days(1);
    await charge();
  }
  await days(7);
  const { platforms } = app.opened.app;
  let asked = 0;
  const balanceOperation: Platform['balanceOperation'] = async () => {
    asked += 1;
    return { outcome: 'unknown', reason: 'told by the test' };
  };
  const silent = { ...app.opened.app, platforms: { ...platforms, mt5: { ...platforms.mt5, balanceOperation } } };
  await charge(silent);
  await charge(silent);
  expect(asked).toBe(1);
  expect((await fees()).at(-1)).toMatchObject({ state: 'asked' });
  await books.hurry();
  await charge();
  expect((await fees()).at(-1)).toMatchObject({ state: 'posted', amount: 1000 });
  expect(await holdings()).toEqual(['4.00', '4.00', '4.00']);
});

test('it stops at zero: what there is is taken, and nobody comes to owe anything', async () => {
  for (let week = 0; week < 20; week++) {
    await days(7);
    await charge();
  }
  expect(await holdings()).toEqual(['0.00', '0.00', '0.00']);
  const taken = await fees();
  expect(taken.filter(({ state }) => state === 'posted').map(({ amount }) => amount)).toEqual([1000, 1000, 400, 400]);
  expect(taken.some(({ state }) => state === 'announced' || state === 'asked')).toBe(false);
});

test('whoever does something again is not charged, and whoever has done so is idle from then on', async () => {
  const other = await books.wallet(client, { currency: 'EUR', amount: '50.00' });
  const euros = await books.account(client, 'standard', { currency: 'EUR', amount: '5.00' });
  // Whoever is idle is looked at once a day.
  await days(1);
  await charge();
  expect((await fees()).at(-1)).toMatchObject({ state: 'announced' });
  expect((await payments.save(await payments.confirmed(euros, other, '5.00'))).errors).toEqual([]);
  const before = await fees();
  await days(8);
  await charge();
  expect((await fees()).at(-1)).toMatchObject({ id: before.at(-1)?.id, state: 'waived' });
  expect(await told()).not.toContain('idle_fee_ahead');
  expect(await books.inLedger(other)).toBe('55.00');
});

test('at the desk an announced fee is seen, and taken back with a reason', async () => {
  for (let week = 0; (await fees()).at(-1)?.state !== 'announced' && week < 20; week++) {
    await days(7);
    await charge();
  }
  const staff = await app.signInStaff('finance');
  const read = await app.call({ method: 'GET', path: `/api/desk/idle-fees?client_id=${client.clientId}`, as: staff });
  expect(read.data.fees[0]).toMatchObject({ state: 'announced', amount: '10.00', currency: 'USD', taken: null });
  const waive = () =>
    app.call({
      method: 'POST',
      path: `/api/desk/idle-fees/${read.data.fees[0].id}/waive`,
      body: { reason: 'was in hospital' },
      as: staff,
    });
  expect((await waive()).errors).toEqual([]);
  expect((await waive()).errors).toMatchObject([{ code: 'idle_fee_not_announced' }]);
  expect((await fees()).at(-1)).toMatchObject({ state: 'waived' });
});

test('a fee that was announced by the company before stays behind when its client moves', async () => {
  for (let week = 0; (await fees()).at(-1)?.state !== 'announced' && week < 20; week++) {
    await days(7);
    await charge();
  }
  const company = (id: number) => app.owner.sql.run('update client set company_id = $2 where id = $1', [client.clientId, id]);
  await company(4);
  await days(8);
  await charge();
  await company(3);
  expect((await fees()).at(-1)).toMatchObject({ state: 'waived' });
});

test('whoever comes to money after idle months is charged once a month from then on, and not for the months before', async () => {
  const late = await app.signIn('global.active');
  await app.owner.sql.run(`update client set registered_at = $2::timestamptz - interval '500 days' where id = $1`, [
    late.clientId,
    app.opened.clock.now(),
  ]);
  const own = await books.wallet(late, { currency: 'USD', amount: '200.00' });
  for (let week = 0; week < 11; week++) {
    await days(7);
    await charge();
  }
  const due = await app.owner.sql.many<{ at: Date; state: string }>(
    'select due_at as at, state from idle_fee where client_id = $1 order by id',
    [late.clientId],
  );
  expect(due.map(({ state }) => state)).toEqual(['posted', 'posted', 'announced']);
  for (const [place, { at }] of due.slice(1).entries()) expect(at >= monthsLater(due[place]?.at ?? at, 1)).toBe(true);
  expect(await books.inLedger(own)).toBe('180.00');
});

test('a client who cannot be told of a fee keeps no other from being told, and is looked at the next day', async () => {
  const [first, second] = [await app.signIn('ke.active'), await app.signIn('cn.active')];
  const announced = () =>
    app.owner.sql.many<{ client: number }>(
      `select client_id as client from idle_fee where client_id = any($1) and state = 'announced' order by client_id`,
      [[first.clientId, second.clientId]],
    );
  for (const [place, { clientId }] of [first, second].entries())
    await app.owner.sql.run(`update client set registered_at = $2::timestamptz - ($3 + 500) * interval '1 day' where id = $1`, [
      clientId,
      app.opened.clock.now(),
      -place,
    ]);
  for (const each of [first, second]) await books.wallet(each, { currency: 'USD', amount: '20.00' });
  await app.owner.sql.run(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test'; end $$`);
  await app.owner.sql.run(`create trigger refused before insert on idle_fee for each row when (new.client_id = ${first.clientId})
    execute function refuse()`);
  await days(1);
  await expect(charge()).rejects.toThrow('refused by the test');
  expect(await announced()).toEqual([{ client: second.clientId }]);
  await app.owner.sql.run('drop trigger refused on idle_fee');
  await days(1);
  await charge();
  expect(await announced()).toHaveLength(2);
});
