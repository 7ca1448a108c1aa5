import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { changeSetting } from '../../server/start/settings.ts';

/* What becomes of an order when the platform gives no answer, fails, or the process dies on the way. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
});

afterAll(() => app.close());

beforeEach(() => dealer.fault('none'));

test('an order whose answer never came is found by its tag and not sent again', async () => {
  await dealer.fault('timeout_after');
  const order = await dealer.place({ client_order_id: 'lost-after' });
  expect(order.status).toBe('filled');
  expect(await dealer.positions()).toHaveLength(1);
  await dealer.close(order.fill?.position ?? '');
});

test('an order that never reached the market stays open to question, and is given up when its time is over', async () => {
  // Longer than this test takes, however slow the machine is.
  const at = app.opened.clock.now();
  const patience = { path: 'platform.patienceSeconds', value: 300, author: 'test', at, effectiveAt: at };
  expect(await app.owner.transact((sql) => changeSetting(sql, patience))).toMatchObject({ ok: true });
  await app.opened.settings.refresh();
  await dealer.fault('timeout_before');
  const order = await dealer.place({ client_order_id: 'lost-before' });
  expect(order.status).toBe('processing');
  expect((await dealer.buy({ client_order_id: 'lost-before' })).data.order).toMatchObject({ id: order.id, status: 'processing' });
  expect(await dealer.positions()).toEqual([]);
  // Whoever looks at the account anew is told of it, and sends it no second time.
  const unanswered = async () => (await dealer.get(`api/trading/orders/unanswered?account=${dealer.demo}`)).data.orders;
  expect(await unanswered()).toMatchObject([{ id: order.id, status: 'processing', next: { who: 'platform' } }]);
  const until = new Date(Date.parse(order.created_at) + 315_000).toISOString();
  expect(order.next).toMatchObject({ who: 'platform', until, late: null });

  await app.opened.clock.advance(20);
  await app.drain();
  const looks = await app.owner.sql.many<{ due_at: Date; last_error: string | null }>(
    `select due_at, last_error from outbox where topic = 'trading.order' and done_at is null and payload ->> 'order' = $1`,
    [String(order.id)],
  );
  expect(looks).toMatchObject([{ last_error: null }]);
  expect(looks[0]?.due_at.getTime()).toBeLessThanOrEqual(app.opened.clock.now().getTime() + 15_000);

  await app.opened.clock.advance(600);
  const late = (await dealer.get(`api/trading/orders/${order.id}`)).data.order.next;
  expect(late).toMatchObject({ until, late: expect.stringContaining('longer than usual') });
  await outlastOperations(app);
  await app.opened.clock.advance(600);
  await app.drain();
  expect((await dealer.get(`api/trading/orders/${order.id}`)).data.order).toMatchObject({
    status: 'failed',
    fill: null,
    next: null,
  });
  const notices = await app.database.sql.many(`select type from notice where client_id = $1 and key like 'trading:%'`, [
    client.clientId,
  ]);
  expect(await unanswered()).toEqual([]);
  expect(notices).toEqual([{ type: 'order_not_filled' }]);
  expect(await dealer.positions()).toEqual([]);
});

test('while the platform is not well an order is refused for the moment, and its name and its key are free again', async () => {
  const named = { client_order_id: 'ill' };
  const headers = { 'idempotency-key': 'ill-key' };
  await dealer.buy({ lots: '0.01' });
  await dealer.fault('error');
  expect(await dealer.buy(named, headers)).toMatchObject({ httpStatus: 503, errors: [{ code: 'platform_unavailable' }] });
  const again = await dealer.buy(named, headers);
  expect(again.errors).toEqual([]);
  expect(again.data.order).toMatchObject({ status: 'filled' });
  expect((await dealer.buy(named)).data.order.id).toBe(again.data.order.id);
  for (const { position } of await dealer.positions()) await dealer.close(position);
});

test('an order that the platform filled before it failed is filled, and not refused for the moment', async () => {
  const { mt5 } = app.opened.app.platforms;
  const { marketOrder } = mt5;
  const fails: typeof marketOrder = async (order) => {
    await marketOrder(order);
    return { outcome: 'refused', code: 'server_fault', message: 'told by the test' };
  };
  Object.assign(mt5, { marketOrder: fails });
  const answer = await dealer.buy({ client_order_id: 'filled-and-failed' });
  Object.assign(mt5, { marketOrder });
  expect(answer.errors).toEqual([]);
  expect(answer.data.order).toMatchObject({ status: 'filled' });
  for (const { position } of await dealer.positions()) await dealer.close(position);
});

test('an order whose call died after the platform had filled it is finished by the worker', async () => {
  const order = await dealer.place();
  await app.database.sql.run(
    `update trading_order set status = 'processing', settled_at = null, fill_deal = null, fill_position = null, fill_price = null,
       fill_lots = null where id = $1`,
    [order.id],
  );
  await app.owner.sql.run(`update platform_operation set state = 'asking', ticket = null where tag = $1`, [
    (await app.owner.sql.one<{ tag: string }>('select tag from trading_order where id = $1', [order.id])).tag,
  ]);
  await outlastOperations(app);
  await app.opened.clock.advance(600);
  await app.drain();
  expect((await dealer.get(`api/trading/orders/${order.id}`)).data.order).toMatchObject({ status: 'filled', fill: order.fill });
  await dealer.close(order.fill?.position ?? '');
});
