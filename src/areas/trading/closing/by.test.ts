import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import { openTerminal, type Dealer } from '../../../server/testing/dealer.ts';

/* Opposite positions that close each other, from the call to the platform and back. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
});

afterAll(() => app.close());

beforeEach(() => dealer.fault('none'));

const post = (path: string, body: object) =>
  app.call({ method: 'POST', path: `api/trading/positions/${path}`, body: { account: dealer.demo, ...body }, as: client });
const opened = async (side: 'buy' | 'sell', lots: string) => (await dealer.place({ side, lots })).fill?.position ?? '';

test('a position is closed by an opposite one as far as both reach, once under its name, and both deals are told as money', async () => {
  const [bought, sold] = [await opened('buy', '0.30'), await opened('sell', '0.10')];
  const answer = await post(`${bought}/close-by`, { by: sold, client_order_id: 'by-1' });
  expect(answer.errors).toEqual([]);
  const { order } = answer.data;
  expect(order).toMatchObject({ kind: 'close_by', status: 'filled', side: 'sell', fill: { position: bought, lots: '0.1' } });
  expect(await dealer.positions()).toMatchObject([{ position: bought, lots: '0.2' }]);
  // The same name is the same order; with another opposite it is none.
  expect((await post(`${bought}/close-by`, { by: sold, client_order_id: 'by-1' })).data.order.id).toBe(order.id);
  expect(await post(`${bought}/close-by`, { by: '1', client_order_id: 'by-1' })).toMatchObject({
    errors: [{ code: 'order_key_reused' }],
  });
  await app.opened.clock.advance(60);
  await app.opened.worker?.sweep('mirror.deals');
  const { money } = (await dealer.get(`api/trading/orders/${order.id}`)).data.order;
  const { deals } = (await dealer.get(`api/trading/history?account=${dealer.demo}`)).data;
  const closing = deals.filter(({ entry }: { entry: string }) => entry === 'out');
  expect(closing).toHaveLength(2);
  const cents = (text: string) => Math.round(Number(text) * 100);
  const sum = closing.reduce((total: number, { profit }: { profit: string }) => total + cents(profit), 0);
  expect(cents(money.profit)).toBe(sum);
  await dealer.close(bought);
});

test('an answer that is lost is looked up, and both positions are closed once', async () => {
  const [bought, sold] = [await opened('buy', '0.10'), await opened('sell', '0.10')];
  await dealer.fault('timeout_after');
  const answer = await post(`${sold}/close-by`, { by: bought });
  expect(answer.data.order).toMatchObject({ status: 'filled', side: 'buy', fill: { position: sold } });
  expect(await dealer.positions()).toEqual([]);
});

test('what is not opposite, or not there, closes nothing', async () => {
  const [one, other] = [await opened('buy', '0.10'), await opened('buy', '0.10')];
  expect(await post(`${one}/close-by`, { by: other })).toMatchObject({ errors: [{ code: 'not_opposite' }] });
  expect(await post(`${one}/close-by`, { by: '999999' })).toMatchObject({ errors: [{ code: 'position_closed' }] });
  expect(await post('close-by', { symbol: 'EURUSD', client_order_id: 'none' })).toMatchObject({
    errors: [{ code: 'not_opposite' }],
  });
  for (const position of [one, other]) await dealer.close(position);
});

test('all opposite positions of a symbol close each other, the oldest first, and the same name closes no more', async () => {
  const first = await opened('buy', '0.30');
  const second = await opened('buy', '0.10');
  for (const lots of ['0.20', '0.15']) await opened('sell', lots);
  const answer = await post('close-by', { symbol: 'EURUSD', client_order_id: 'all-1' });
  expect(answer.errors).toEqual([]);
  expect(answer.data.orders.map(({ lots, fill }: { lots: string; fill: { position: string } }) => [lots, fill.position])).toEqual(
    [
      ['0.2', first],
      ['0.1', first],
      ['0.05', second],
    ],
  );
  expect(await dealer.positions()).toMatchObject([{ position: second, lots: '0.05' }]);
  await opened('sell', '0.05');
  const again = await post('close-by', { symbol: 'EURUSD', client_order_id: 'all-1' });
  expect(again.data.orders.map(({ id }: { id: number }) => id)).toEqual(answer.data.orders.map(({ id }: { id: number }) => id));
  expect(await dealer.positions()).toHaveLength(2);
  for (const { position } of await dealer.positions()) await dealer.close(position);
});
