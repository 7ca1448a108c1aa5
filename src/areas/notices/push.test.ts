import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clientId } from '../../base/id.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { due } from '../../server/testing/telling.ts';
import { tradingNotices } from '../trading/notices.ts';
import { calls } from './calls.ts';
import { notify } from './face.ts';
import { pushOut } from './pushing.ts';

/* A browser that is told while the portal is closed in it, over the push service of the sandbox. */

let app: TestApp;
let client: SignedIn;

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
interface Shown {
  readonly endpoint: string;
  readonly text: string;
  readonly name: string;
}

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  client = await app.signIn('global.active');
});

const sandbox = async (path: string, body?: object) => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${app.url}/sandbox/${path}`, body === undefined ? {} : sent);
  return ((await response.json()) as { data: unknown }).data;
};
const get = async (as = client) => (await app.call({ method: 'GET', path: 'api/notifications/push', as })).data;
const post = (path: string, body: object, as = client) =>
  app.call({ method: 'POST', path: `api/notifications/${path}`, body, as });
const browser = async (as = client): Promise<Subscription> => {
  const made = (await sandbox('push', { key: (await get(as)).key })) as Subscription;
  expect((await post('push', made, as)).errors).toEqual([]);
  return made;
};

let told = 0;
/** A price has come to an alert of the client's. */
const tell = (of = client) =>
  app.database.transact((sql) =>
    notify(sql, {
      clientId: clientId(of.clientId),
      notice: tradingNotices.price_alert_reached,
      values: { symbol: 'EURUSD', price: '1.10000', bid: '1.10002' },
      key: `push:${(told += 1)}`,
      now: app.opened.clock.now(),
    }),
  );
const shownIn = async ({ endpoint }: Subscription): Promise<readonly Shown[]> => {
  const { messages } = (await sandbox('push')) as { messages: readonly Shown[] };
  return messages.filter((message) => message.endpoint === endpoint);
};
/** A bound of hanging, not of speed. */
const patience = { timeout: 240_000, interval: 50 };
/** Until nothing is left to be pushed. */
const pushed = () =>
  vi.waitUntil(async () => {
    await app.drain();
    const left = await app.owner.sql.many(`select from outbox where topic = 'post.push' and done_at is null`);
    return left.length === 0;
  }, patience);

test('each browser that the client has allowed shows it once, in their language, with the page that it leads to', async () => {
  const [one, other] = [await browser(), await browser()];
  await tell();
  await pushed();
  for (const each of [one, other]) {
    const [shown, ...more] = await shownIn(each);
    expect(more).toEqual([]);
    expect(JSON.parse(shown?.text ?? '')).toEqual({
      title: 'EURUSD has come to 1.10000',
      text: expect.stringContaining('1.10002'),
      path: '/en/webtrader',
      name: shown?.name,
      language: 'en',
      direction: 'ltr',
    });
  }
});

test('the same browser again is the same, nobody else sees it, and one that somebody else allows it in is theirs from then on', async () => {
  const own = await browser();
  await post('push', own);
  expect((await get()).endpoints.filter((each: string) => each === own.endpoint)).toHaveLength(1);
  const other = await app.signIn('eu.active');
  expect((await get(other)).endpoints).toEqual([]);
  expect((await post('push/remove', { endpoint: own.endpoint }, other)).errors).toEqual([]);
  expect((await get()).endpoints).toContain(own.endpoint);
  await post('push', own, other);
  expect((await get()).endpoints).not.toContain(own.endpoint);
  await tell();
  await pushed();
  expect(await shownIn(own)).toEqual([]);
});

test.each(['signs out', 'ends that session from another'] as const)(
  'a client who %s is told nothing there any more',
  async (how) => {
    const { sid } = (await app.call({ method: 'GET', path: 'api/client_info', as: client })).data;
    const own = await browser();
    const other = await app.signIn('global.active');
    if (how === 'signs out') await app.call({ method: 'POST', path: 'api/client/logout', body: {}, as: client });
    else await app.call({ method: 'POST', path: 'api/sessions/end', body: { sid }, as: other });
    expect((await get(other)).endpoints).not.toContain(own.endpoint);
    await tell(other);
    await pushed();
    expect(await shownIn(own)).toEqual([]);
  },
);

test('a browser that was turned off, and one that its push service calls gone, are told nothing and forgotten', async () => {
  const [off, gone, kept] = [await browser(), await browser(), await browser()];
  await post('push/remove', { endpoint: off.endpoint });
  await sandbox('push', { ends: gone.endpoint });
  await tell();
  await pushed();
  expect([await shownIn(off), await shownIn(gone)]).toEqual([[], []]);
  expect(await shownIn(kept)).toHaveLength(1);
  const { endpoints } = await get();
  expect(endpoints).toContain(kept.endpoint);
  expect(endpoints.filter((each: string) => each === off.endpoint || each === gone.endpoint)).toEqual([]);
});

test('what a push service may have taken is sent again under the same name, so that a browser shows it once', async () => {
  const own = await browser();
  await sandbox('faults', { target: 'push', mode: 'timeout_after', count: 1 });
  await tell();
  await vi.waitUntil(async () => {
    await due(app, 'post.push');
    return (await app.owner.sql.many(`select from outbox where topic = 'post.push' and done_at is null`)).length === 0;
  }, patience);
  const names = (await shownIn(own)).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(1);
  expect(new Set(names).size).toBe(1);
});

test('an address that is no push service of ours is not taken, nor keys that are none', async () => {
  const { endpoint, keys } = await browser();
  const answer = await post('push', { endpoint: 'https://127.0.0.1/inside', keys });
  expect([answer.httpStatus, answer.errors[0]?.code]).toEqual([422, 'push_service_unknown']);
  expect((await post('push', { endpoint, keys: { ...keys, p256dh: 'short' } })).httpStatus).toBe(422);
});

test('no more than ten browsers of a client are told, the latest', async () => {
  const made: Subscription[] = [];
  for (let count = 0; count < 12; count += 1) made.push(await browser());
  expect((await get()).endpoints.toSorted()).toEqual(
    made
      .slice(2)
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  );
});

test('where the broker has no keys to push with nothing is offered, and what is told waits for nobody', async () => {
  const own = await browser();
  const without = { ...app.opened.app, push: undefined };
  const refuse = (code: string) => {
    throw new Error(code);
  };
  const ctx = { sql: app.database.sql, client: { id: client.clientId, sid: '' }, now: app.opened.clock.now(), refuse } as never;
  const handlers = calls(without);
  expect(await handlers.push({}, ctx)).toEqual({ key: null, endpoints: [] });
  await expect(handlers.savePush(own, ctx)).rejects.toThrow('push_not_offered');
  const event = { id: 1n, topic: 'post.push', clientId: clientId(client.clientId), payload: {}, attempts: 1 };
  expect(await pushOut(without, event, ctx)).toBeUndefined();
});
