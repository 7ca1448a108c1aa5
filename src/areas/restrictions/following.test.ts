import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountNumber } from '../../base/id.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { outlastOperations } from '../../server/testing/operations.ts';

/* What is sent to a platform, and what is not, when it refuses, and when others have shut accounts there. */

let app: TestApp;
let client: SignedIn;
let compliance: StaffSignedIn;
let mt5: AccountNumber;
let other: AccountNumber;
let mt4: AccountNumber;

beforeAll(async () => {
  app = await openTestApp();
  const books = await openBookFixture(app);
  client = await app.signIn('ng.active');
  compliance = await app.signInStaff('compliance');
  mt5 = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  other = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  mt4 = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '500.00' });
});
afterAll(() => app.close());

const run = (text: string, values: unknown[] = []) => app.owner.sql.run(text, values);
const sweep = async () => app.opened.worker?.sweep('restrictions.follow');
const follow = async () => (await outlastOperations(app), await sweep());
const compare = async () => {
  await run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
  await app.opened.worker?.sweep('mirror.reconcile');
};
const at = async (number: AccountNumber) => {
  const answer = await app.opened.app.platforms[number === mt4 ? 'mt4' : 'mt5'].account(number);
  return answer.outcome === 'done' ? answer.account.access : answer.outcome;
};
const become = async (status: number) => {
  await run('update client set status_id = $2 where id = $1', [client.clientId, status]);
  app.opened.app.sessions.forgetClient(client.clientId);
};
const settle = (number: AccountNumber, action: 'set' | 'let_stand') =>
  app.call({
    method: 'POST',
    path: `/api/desk/restrictions/accounts/${number}`,
    as: compliance,
    body: { action, reason: 'the dealer was asked' },
  });
const cases = async () => (await app.call({ method: 'GET', path: '/api/desk/queues/access', as: compliance })).data.items;
const shut = (number: AccountNumber, access: 'read_only' | 'closed') =>
  app.opened.app.platforms[number === mt4 ? 'mt4' : 'mt5'].changeAccess(number, access);
const status = (number: AccountNumber, to: 'active' | 'archived') =>
  run('update trading_account set status = $2 where number = $1', [number, to]);

/** The platform refuses for as long as that takes. */
async function whileRefused(platform: Platform, work: () => Promise<unknown>): Promise<void> {
  const usual = platform.changeAccess.bind(platform);
  platform.changeAccess = async () => ({ outcome: 'refused', code: 'no_permission', message: 'no such group' });
  await work().finally(() => (platform.changeAccess = usual));
}

test('accounts that a platform refuses rest, however many they are, and a later freeze is sent', async () => {
  const stranger = (await app.signIn('global.active')).clientId;
  await run('update client set status_id = 14 where id = $1', [stranger]);
  await run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
       status, opened_at, mirrored_from) select 880000 + n, $1, 3, 'mt5', false, 'ecn mt5', 'USD', 100, false, 'group', 'active', now(), now() from generate_series(1, 120) n`,
    [stranger],
  );
  await run(
    `insert into account_access (number, client_id, wanted, because, turn, state, wanted_at)
     select 880000 + n, $1, 'close_only', 'frozen', 1, 'asked', '2000-01-01' from generate_series(1, 120) n`,
    [stranger],
  );
  await run(
    `insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, state, sends, lease_until, asked_at,
       started_at, code)
     select 'access-' || 880000 + n || '-1', 'restriction', 'account:' || 880000 + n, 'access', 'mt5', 880000 + n, $1, 3, 'idle', 0,
       now() + interval '1 hour', now(), now(), 'no_permission' from generate_series(1, 120) n`,
    [stranger],
  );
  await become(14);
  await sweep();
  expect([await at(mt5), await at(mt4)]).toEqual(['close_only', 'close_only']);
  await run('delete from platform_operation where login between 880001 and 880120');
  await run('delete from account_access where number between 880001 and 880120');
  await run('delete from trading_account where number between 880001 and 880120');
});

test('a row that fails keeps neither those after it nor the other platform waiting', async () => {
  await become(12);
  const platform = app.opened.app.platforms.mt5;
  const usual = platform.changeAccess.bind(platform);
  platform.changeAccess = async (number, ...rest) => {
    if (number === mt5) throw new Error('what nobody thought of');
    return usual(number, ...rest);
  };
  await follow().finally(() => (platform.changeAccess = usual));
  expect([await at(mt5), await at(other), await at(mt4)]).toEqual(['close_only', 'full', 'full']);
  await expect.poll(async () => (await follow(), await at(mt5))).toBe('full');
});

test('what the dealer has shut and staff let stand outlives a freeze, until staff has it set', async () => {
  await shut(mt4, 'read_only');
  await compare();
  await compare();
  expect((await settle(mt4, 'let_stand')).errors).toEqual([]);
  await become(14);
  await follow();
  expect([await at(mt5), await at(mt4)]).toEqual(['close_only', 'read_only']);
  await become(12);
  await follow();
  await compare();
  await compare();
  expect([await at(mt5), await at(mt4), await cases()]).toEqual(['full', 'read_only', []]);
});

test('what the dealer has shut and nobody has looked at yet stands before staff, who may have it opened', async () => {
  await shut(mt5, 'read_only');
  await become(14);
  await follow();
  expect(await at(mt5)).toBe('read_only');
  await compare();
  expect(await cases()).toMatchObject([{ detail: { kind: 'access', account: mt5, wanted: 'close_only', found: 'read_only' } }]);
  await become(12);
  await follow();
  expect([await at(mt5), await cases()]).toMatchObject(['read_only', [{}]]);
  expect((await settle(mt5, 'set')).errors).toEqual([]);
  await follow();
  expect([await at(mt5), await cases()]).toEqual(['full', []]);
});

test('a restriction that the platform refused is taken back like any other', async () => {
  await whileRefused(app.opened.app.platforms.mt5, async () => {
    await become(14);
    await follow();
    expect(await cases()).toHaveLength(2);
  });
  await become(12);
  await sweep();
  expect([await at(mt5), await at(other), await cases()]).toEqual(['full', 'full', []]);
  const rows = await app.owner.sql.many('select wanted, state from account_access where number = any($1)', [[mt5, other]]);
  expect(rows).toEqual([
    { wanted: 'full', state: 'set' },
    { wanted: 'full', state: 'set' },
  ]);
});

test.each(['archived', 'moving'] as const)('an account that is %s stays shut, whatever was being asked of it', async (how) => {
  await whileRefused(app.opened.app.platforms.mt5, async () => (await become(14), await follow()));
  const [begin, end] =
    how === 'archived'
      ? [() => status(mt5, 'archived'), () => status(mt5, 'active')]
      : (['under_way', null].map((to) => () => run('update client set move_state = $2 where id = $1', [client.clientId, to])) as [
          () => Promise<number>,
          () => Promise<number>,
        ]);
  await begin();
  await shut(mt5, 'closed');
  await follow();
  expect(await at(mt5)).toBe('closed');
  await run(`update account_access set state = 'set', found = 'closed', reported_at = now() where number = $1`, [mt5]);
  expect((await settle(mt5, 'set')).errors).toEqual([]);
  await follow();
  expect(await at(mt5)).toBe('closed');
  await end();
  await run(`update account_access set found = 'closed', reported_at = now() where number = $1`, [mt5]);
  await settle(mt5, 'set');
  await become(12);
  await follow();
  await follow();
  expect(await at(mt5)).toBe('full');
});

test('an account that is archived while others are asked about is not opened', async () => {
  await become(14);
  await follow();
  const platform = app.opened.app.platforms.mt5;
  const usual = platform.changeAccess.bind(platform);
  const sent: number[] = [];
  platform.changeAccess = async (number, ...rest) => {
    sent.push(number);
    await status(number === mt5 ? other : mt5, 'archived');
    return usual(number, ...rest);
  };
  await become(12);
  await follow();
  platform.changeAccess = usual;
  expect(sent).toHaveLength(1);
});
