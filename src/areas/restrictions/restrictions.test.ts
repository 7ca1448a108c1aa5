import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import type { AccountNumber } from '../../base/id.ts';
import { restrictingStatuses, tradingRestriction } from '../../law/restrictions.ts';
import { platformKeys } from '../../law/platforms.ts';
import { platformGroups } from '../../law/platformGroups.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { must } from '../../server/testing/platform.ts';
import { lookAt } from './rules.ts';

/* What the portal keeps a client from, the platforms keep them from too (readings, 7). */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let compliance: StaffSignedIn;
const numbers = { mt5: 0, mt4: 0 } as Record<'mt5' | 'mt4', AccountNumber>;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: toWednesday(new Date()) } });
  client = await app.signIn('ng.active');
  compliance = await app.signInStaff('compliance');
  numbers.mt5 = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  numbers.mt4 = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '500.00' });
});
afterAll(() => app.close());

/** Every market is open on a Wednesday forenoon. */
function toWednesday(now: Date): number {
  const days = (10 - now.getUTCDay()) % 7;
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 10);
  return Math.ceil((at <= now.getTime() ? at + 7 * 86_400_000 - now.getTime() : at - now.getTime()) / 1000);
}

const follow = async () => {
  await outlastOperations(app);
  await app.opened.worker?.sweep('restrictions.follow');
};
const compare = async () => {
  await app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
  await app.opened.worker?.sweep('mirror.reconcile');
};
const at = async (key: 'mt5' | 'mt4') => {
  const answer = await app.opened.app.platforms[key].account(numbers[key]);
  return answer.outcome === 'done' ? answer.account.access : answer.outcome;
};
const both = async () => [await at('mt5'), await at('mt4')];
const buy = (key: 'mt5' | 'mt4', tag: string) =>
  app.opened.app.platforms[key].marketOrder({ login: numbers[key], symbol: 'EURUSD', side: 'buy', lots: '0.01', tag });
const order = () =>
  app.call({
    method: 'POST',
    path: 'api/trading/orders',
    body: { account: String(numbers.mt5), symbol: 'EURUSD', side: 'buy', lots: '0.01' },
    as: client,
  });
const become = async (status: number) => {
  await app.owner.sql.run('update client set status_id = $2 where id = $1', [client.clientId, status]);
  app.opened.app.sessions.forgetClient(client.clientId);
};
/** What is `late` takes no effect by itself for as long as the tests run: the one that is about it has it come. */
const fail = (mode: string, key: 'mt5' | 'mt4' = 'mt5') => {
  const late = mode === 'late' ? { seconds: 3600 } : {};
  const body = { target: 'trading', mode, count: 1, account: numbers[key], ...late };
  return app.call({ method: 'POST', path: '/sandbox/faults', body });
};
const desk = (path: string, body?: object, as = compliance) =>
  app.call({ method: body ? 'POST' : 'GET', path: `/api/desk/${path}`, as, ...(body ? { body } : {}) });
const restrict = (action: 'restrict' | 'lift', as = compliance) =>
  desk(`restrictions/${client.clientId}`, { action, reason: 'asked for by the regulator' }, as);
const state = async () => (await desk(`restrictions/${client.clientId}`)).data;
/** Both accounts stand as they do without any restriction, whatever became of what was asked before. */
const followed = () =>
  expect
    .poll(async () =>
      (await follow(), await state()).accounts.map((each: { wanted: string; is_set: boolean }) => [each.wanted, each.is_set]),
    )
    .toEqual([
      ['full', true],
      ['full', true],
    ]);
const cases = async () => (await desk('queues/access')).data.items;

test('frozen, closed and deleted statuses restrict, a disputed payment and the desk do, and one who is screened trades on', () => {
  expect(restrictingStatuses).toEqual([4, 5, 14, 18, 19]);
  expect(tradingRestriction({ status: 14 })).toBe('frozen');
  expect(tradingRestriction({ status: 18, isChargedBack: true })).toBe('closed');
  expect(tradingRestriction({ status: 12, isChargedBack: true })).toBe('charged_back');
  expect(tradingRestriction({ status: 12, isTradingRestricted: true })).toBe('restricted');
  expect(tradingRestriction({ status: 11 })).toBeUndefined();
  const screened = { status: 12, arePaymentsPaused: true } as const;
  expect(tradingRestriction(screened)).toBeUndefined();
});

test('each live group of a platform has its close-only twin, and no demo group has', () => {
  const groups = platformKeys.flatMap(platformGroups);
  const twins = groups.filter(({ isCloseOnly }) => isCloseOnly);
  expect(twins).toHaveLength(groups.filter(({ isDemo, isCloseOnly }) => !isDemo && !isCloseOnly).length);
  expect(twins.every(({ isDemo }) => !isDemo)).toBe(true);
});

test('what a look at the platform means', () => {
  const of = (found: 'full' | 'close_only' | 'closed', before: string | null = null, letStand: string | null = null) =>
    lookAt({ found, wanted: 'close_only', before, letStand });
  expect([of('close_only'), of('full'), of('full', 'full')]).toEqual(['fits', 'widened', 'widened']);
  expect([of('closed'), of('closed', 'closed'), of('closed', null, 'closed')]).toEqual(['narrowed_now', 'narrowed', 'fits']);
});

describe('a client who freezes the account', () => {
  test('opens nothing at either platform any more, closes what is open, and is told why in our own terminal', async () => {
    const held = await buy('mt5', 'before');
    await app.call({ method: 'POST', path: 'api/security/freeze', as: client, body: {} });
    await follow();
    expect(await both()).toEqual(['close_only', 'close_only']);
    expect([await buy('mt5', 'while5'), await buy('mt4', 'while4')]).toMatchObject([
      { code: 'close_only' },
      { code: 'close_only' },
    ]);
    expect(await order()).toMatchObject({ httpStatus: 403, errors: [{ code: 'account_frozen' }] });
    const position = held.outcome === 'filled' ? held.position : '';
    const closed = await app.call({
      method: 'POST',
      path: `api/trading/positions/${position}/close`,
      body: { account: String(numbers.mt5) },
      as: client,
    });
    expect(closed.errors).toEqual([]);
    expect((await state()).accounts).toMatchObject([
      { wanted: 'close_only', because: 'frozen', is_set: true, found: null },
      { wanted: 'close_only', because: 'frozen', is_set: true, found: null },
    ]);
  });

  test('trades as before once it is given back', async () => {
    await app.call({ method: 'POST', path: 'api/security/freeze/lift', as: client, body: { password: seedPassword } });
    await app.owner.sql.run(`update client_freeze set lifts_at = '2000-01-01' where lifted_at is null`);
    await app.opened.worker?.sweep('freezing.lift');
    await follow();
    expect(await both()).toEqual(['full', 'full']);
    expect(await buy('mt5', 'after')).toMatchObject({ outcome: 'filled' });
  });
});

describe('whatever the platform answers', () => {
  test.each(['timeout_before', 'timeout_after', 'error', 'late'])(
    '%s: the account ends as it is wanted, and is asked again only once that is known',
    async (mode) => {
      await fail(mode);
      await become(14);
      await app.opened.worker?.sweep('restrictions.follow');
      // Given back while the platform has not answered for the freeze: that is found out first.
      await become(12);
      await followed();
      expect(await both()).toEqual(['full', 'full']);
      await compare();
      await compare();
      expect([await both(), await cases()]).toEqual([['full', 'full'], []]);
    },
  );

  test('what takes effect long after its line was cut shuts no account for good: it stands before staff, who have it opened', async () => {
    await fail('late');
    await become(14);
    await app.opened.worker?.sweep('restrictions.follow');
    await become(12);
    await followed();
    expect(await at('mt5')).toBe('full');
    must(await app.opened.app.platforms.mt5.changeAccess(numbers.mt5, 'close_only'));
    await compare();
    await compare();
    expect(await cases()).toMatchObject([{ subject: `access:${numbers.mt5}`, detail: { wanted: 'full', found: 'close_only' } }]);
    const opening = { action: 'set', reason: 'it came late' };
    expect((await desk(`restrictions/accounts/${numbers.mt5}`, opening)).errors).toEqual([]);
    await follow();
    expect([await both(), await cases()]).toEqual([['full', 'full'], []]);
  });

  test('who is refused for good is asked again, and stands before staff', async () => {
    const { mt4 } = app.opened.app.platforms;
    const known = mt4.changeAccess.bind(mt4);
    mt4.changeAccess = async () => ({ outcome: 'refused', code: 'no_permission', message: 'no such group' });
    await become(5);
    await follow();
    expect(await cases()).toMatchObject([
      { subject: `access:${numbers.mt4}`, detail: { kind: 'access_refused', code: 'no_permission' } },
    ]);
    mt4.changeAccess = known;
    await follow();
    expect(await both()).toEqual(['close_only', 'close_only']);
    expect(await cases()).toEqual([]);
    await become(12);
    await follow();
    expect(await both()).toEqual(['full', 'full']);
  });
});

describe('what somebody has changed at the platform', () => {
  test('is shut again at once where it was opened, and somebody has to have looked', async () => {
    await become(14);
    await follow();
    must(await app.opened.app.platforms.mt5.changeAccess(numbers.mt5, 'full'));
    await compare();
    expect(await cases()).toMatchObject([{ subject: `access:${numbers.mt5}`, detail: { wanted: 'close_only', found: 'full' } }]);
    await follow();
    expect(await at('mt5')).toBe('close_only');
    await compare();
    expect(await cases()).toHaveLength(1);
    const settle = (as = compliance) =>
      desk(`restrictions/accounts/${numbers.mt5}`, { action: 'set', reason: 'the dealer was told' }, as);
    expect(await settle(await app.signInStaff('finance'))).toMatchObject({
      httpStatus: 403,
      errors: [{ code: 'not_your_right' }],
    });
    expect((await settle()).errors).toEqual([]);
    expect(await settle()).toMatchObject({ httpStatus: 409, errors: [{ code: 'access_as_wanted' }] });
    await follow();
    await compare();
    expect([await cases(), await at('mt5')]).toEqual([[], 'close_only']);
    await become(12);
    await follow();
  });

  test('is told at the second look where it was shut, and may be let stand', async () => {
    must(await app.opened.app.platforms.mt4.changeAccess(numbers.mt4, 'read_only'));
    await compare();
    expect(await cases()).toEqual([]);
    await compare();
    expect(await cases()).toMatchObject([{ subject: `access:${numbers.mt4}`, detail: { wanted: 'full', found: 'read_only' } }]);
    expect(
      (await desk(`restrictions/accounts/${numbers.mt4}`, { action: 'let_stand', reason: 'the dealer has reasons' })).errors,
    ).toEqual([]);
    await compare();
    await compare();
    expect([await cases(), await at('mt4')]).toEqual([[], 'read_only']);
    expect((await state()).accounts.find((each: { number: number }) => each.number === numbers.mt4)).toMatchObject({
      found: 'read_only',
      is_let_stand: true,
    });
    // Changed there again, and back as it should be.
    must(await app.opened.app.platforms.mt4.changeAccess(numbers.mt4, 'full'));
    await compare();
    expect((await state()).accounts.find((each: { number: number }) => each.number === numbers.mt4)).toMatchObject({
      found: null,
    });
  });
});

describe('the desk', () => {
  test('restricts with a reason, by those who may, and the client is told without it', async () => {
    expect(await restrict('restrict', await app.signInStaff('finance'))).toMatchObject({ errors: [{ code: 'not_your_right' }] });
    const without = await desk(`restrictions/${client.clientId}`, { action: 'restrict' });
    expect(without).toMatchObject({ httpStatus: 422 });
    expect((await restrict('restrict')).data).toMatchObject({
      because: 'restricted',
      restrictions: [{ begun_by: 'compliance', lifted_at: null }],
    });
    expect(await restrict('restrict')).toMatchObject({ httpStatus: 409, errors: [{ code: 'already_restricted' }] });
    await follow();
    expect(await both()).toEqual(['close_only', 'close_only']);
    expect(await order()).toMatchObject({ httpStatus: 403, errors: [{ code: 'trading_restricted' }] });
    const { notifications } = await app.call({ method: 'GET', path: 'api/client_info', as: client });
    expect(JSON.stringify(notifications)).toContain('trading_restricted');
    expect(JSON.stringify(notifications)).not.toContain('regulator');
  });

  test('leaves an account restricted that is archived and restored', async () => {
    const number = await (async () => {
      await restrict('lift');
      await follow();
      const opened = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0.00' });
      await restrict('restrict');
      await follow();
      return opened;
    })();
    for (const status of [2, 1]) await app.call({ method: 'PUT', path: `api/accounts/${number}`, body: { status }, as: client });
    const told = await app.opened.app.platforms.mt5.account(number);
    expect(told).toMatchObject({ account: { access: 'close_only' } });
  });

  test('lifts it, and the platforms follow', async () => {
    expect((await restrict('lift')).data).toMatchObject({ because: null });
    expect(await restrict('lift')).toMatchObject({ httpStatus: 409, errors: [{ code: 'not_restricted' }] });
    await follow();
    expect(await both()).toEqual(['full', 'full']);
    expect((await order()).errors).toEqual([]);
    expect((await desk('restrictions/accounts/1', { action: 'set', reason: 'nobody' })).errors[0]?.code).toBe(
      'account_not_found',
    );
    expect((await desk('restrictions/999999999')).errors[0]?.code).toBe('client_not_found');
  });

  test('reads in the audit what was wanted, what was set and what differed', async () => {
    const { events } = (await desk(`audit?client_id=${client.clientId}`)).data;
    const actions = new Set(events.map(({ action }: { action: string }) => action));
    for (const action of ['access.wanted', 'access.set', 'restrictions.change']) expect(actions).toContain(action);
  });
});
