import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountNumber } from '../../base/id.ts';
import { accountOf } from '../accounts/face.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
let client: SignedIn;
let finance: StaffSignedIn;
let admin: StaffSignedIn;
let mt5: AccountNumber;
let mt4: AccountNumber;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  client = await app.signIn('ng.active');
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
  const books = await openBookFixture(app);
  mt5 = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '50.00', swapFree: true });
  mt4 = await books.account(client, 'amanah', { currency: 'USD', amount: '50.00', swapFree: true });
});
afterAll(() => app.close());

const desk = (path: string, body?: object, as = finance) =>
  app.call({
    method: body ? 'POST' : 'GET',
    path: `/api/desk/swap-free/${client.clientId}${path}`,
    ...(body && { body }),
    as,
  });
const groups = async () =>
  Promise.all(
    [mt5, mt4].map(async (number) => {
      const account = await accountOf(app.owner.sql, number);
      const told = account && (await app.opened.app.platforms[account.platform].account(number));
      return [account?.swapFree, told?.outcome === 'done' && told.account.group === account?.groupName];
    }),
  );
/** The platform changes the group, and something comes between before its answer. */
const between = async (act: () => Promise<unknown>) => {
  const { mt5: platform } = app.opened.app.platforms;
  const usual = platform.changeGroup.bind(platform);
  const changeGroup: typeof usual = async (...asked) => {
    const answer = await usual(...asked);
    await act();
    return answer;
  };
  await meanwhile(platform, { changeGroup }, async () => sweep(app, 'swapFree.groups'));
};
const stateOf = async (number: number) =>
  (await app.call({ method: 'GET', path: `api/accounts/swap-free/${number}`, as: client })).data;
const told = async () => {
  const rows = await app.owner.sql.many<{ type: string }>(`select type from notice where type like 'swap_free%' order by id`);
  return rows.map(({ type }) => type);
};
const open = () =>
  app.call({
    method: 'POST',
    path: 'api/accounts/live',
    body: { account: 'advantage mt5', currency: 'USD', leverage: 25, swap_free: true, i_agree_tc: true },
    as: client,
  });

test('two people withdraw the right; the client is told why, and no new account is without swap', async () => {
  const asked = await desk('/withdraw', { because: 'covered_elsewhere', reason: 'opposite positions at 700101' });
  expect(asked.errors).toEqual([]);
  expect((await desk('/withdraw', { because: 'not_entitled', reason: 'once more' })).errors).toMatchObject([
    { code: 'waits_for_second' },
  ]);
  expect((await desk('')).data).toMatchObject({ accounts: [mt5, mt4], withdrawals: [], waits_for_second: true });
  expect(await stateOf(mt5)).toMatchObject({ state: 'free', withdrawal: null });
  const decide = (as: StaffSignedIn) =>
    app.call({
      method: 'POST',
      path: `/api/desk/approvals/${asked.data.approval.id}`,
      body: { decision: 'approve', reason: 'agreed' },
      as,
    });
  expect((await decide(finance)).errors).toMatchObject([{ code: 'own_approval' }]);
  expect((await decide(admin)).errors).toEqual([]);
  expect(await told()).toEqual(['swap_free_withdrawn']);
  expect(await stateOf(mt5)).toMatchObject({ state: 'ending', withdrawal: { reason: 'covered_elsewhere' } });
  expect((await open()).errors).toMatchObject([{ code: 'swap_free_withdrawn', validation_messages: { swap_free: {} } }]);
  expect((await desk('/withdraw', { because: 'not_entitled', reason: 'once more' })).errors).toMatchObject([
    { code: 'swap_free_is_withdrawn' },
  ]);
});

test('from the day that was told the platforms have the accounts in groups with swap, however often they are asked', async () => {
  await sweep(app, 'swapFree.groups');
  expect(await groups()).toEqual([
    [true, true],
    [true, true],
  ]);
  await app.opened.clock.advance(8 * 24 * 3600);
  let asked = 0;
  const changeGroup = async () => {
    asked += 1;
    return { outcome: 'unknown', reason: 'told by the test' } as const;
  };
  await meanwhile(app.opened.app.platforms.mt5, { changeGroup }, async () => sweep(app, 'swapFree.groups'));
  expect(asked).toBe(1);
  expect((await groups())[0]).toEqual([true, true]);
  const { sql } = app.owner;
  // What its client has become since is no matter of an account that is open.
  await sql.run('update client set client_category = 1, version = version + 1 where id = $1', [client.clientId]);
  const before = (await accountOf(sql, mt5))?.groupName;
  // It is being made another type of account.
  await between(() => sql.run('update trading_account set leverage_wanted = 10 where number = $1', [mt5]));
  expect((await groups())[0]).toEqual([true, false]);
  await sql.run('update trading_account set leverage_wanted = null where number = $1', [mt5]);
  // Its client may only close from now on, and was told so while the group was read.
  await between(() =>
    sql.run(
      `insert into account_access (number, client_id, wanted, because, turn, state, wanted_at)
       values ($1, $2, 'close_only', 'closed', 7, 'set', $3)
       on conflict (number) do update set wanted = 'close_only', because = 'closed', turn = account_access.turn + 1, state = 'set'`,
      [mt5, client.clientId, app.opened.clock.now()],
    ),
  );
  expect((await groups())[0]).toEqual([true, false]);
  expect(await app.opened.app.platforms.mt5.account(mt5)).toMatchObject({ account: { access: 'close_only' } });
  await sql.run(`update account_access set state = 'asked' where number = $1`, [mt5]);
  await sweep(app, 'swapFree.groups');
  expect((await groups())[0]?.[0]).toBe(true);
  await sql.run(`update account_access set state = 'set' where number = $1`, [mt5]);
  await sweep(app, 'swapFree.groups');
  await sweep(app, 'swapFree.groups');
  expect(await app.opened.app.platforms.mt5.account(mt5)).toMatchObject({ account: { access: 'close_only' } });
  await app.opened.app.platforms.mt5.changeAccess(mt5, 'full');
  await sql.run(`update account_access set wanted = 'full', because = null where number = $1`, [mt5]);
  expect((await accountOf(sql, mt5))?.groupName).toBe(before?.replace('-swapfree', ''));
  expect(await groups()).toEqual([
    [false, true],
    [false, true],
  ]);
  expect(await stateOf(mt4)).toMatchObject({ state: 'withdrawn' });
  const details = await app.call({ method: 'GET', path: `api/accounts/${mt5}`, as: client });
  expect(details.data).toMatchObject({ is_swap_free_withdrawn: true, account: { swap_free: false } });
});

test('given back, the accounts stand where they stood, and the client may open others', async () => {
  expect((await desk('/give-back', { reason: 'it was a mistake of ours' })).errors).toEqual([]);
  expect((await desk('/give-back', { reason: 'once more' })).errors).toMatchObject([{ code: 'swap_free_not_withdrawn' }]);
  await sweep(app, 'swapFree.groups');
  expect(await groups()).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await stateOf(mt5)).toMatchObject({ state: 'free', withdrawal: null });
  expect(await told()).toEqual(['swap_free_withdrawn', 'swap_free_returned']);
  expect((await open()).errors).toEqual([]);
  const { data } = await desk('');
  expect(data.withdrawals).toMatchObject([{ reason: 'covered_elsewhere', returned_by: expect.any(String) }]);
});

test('whose client is not there cannot be asked about', async () => {
  const answer = await app.call({ method: 'GET', path: '/api/desk/swap-free/99999999', as: finance });
  expect(answer.errors).toMatchObject([{ code: 'client_not_found' }]);
});
