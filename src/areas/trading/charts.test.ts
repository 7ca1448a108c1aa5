import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostFigures } from '../../protocol/chartFigures.ts';
import { openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';

/* How the charts are set up, and what is drawn over them. */

let app: TestApp;
let client: SignedIn;
let stranger: SignedIn;
let dealer: Dealer;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
  stranger = await app.signIn('ng.active');
});

afterAll(() => app.close());

const post = (path: string, body: object, as = client) => app.call({ method: 'POST', path: `api/trading/${path}`, body, as });
const figure = (id: string, points: readonly string[] = ['1.10000']) => ({
  id,
  kind: points.length === 1 ? 'horizontal' : 'segment',
  points: points.map((price) => ({ at: '2026-11-23T10:00:00.000Z', price })),
});
const keep = (drawn: object, as = client, symbol = 'EURUSD') => post('figures', { symbol, figure: drawn }, as);
const drawn = async (symbol = 'EURUSD') => (await dealer.get(`api/trading/figures?symbol=${symbol}`)).data.figures;

test('the charts are as they were set up last, as a whole, and each client has their own', async () => {
  const begins = { charts: 1, others: [], indicators: [] };
  expect((await dealer.get('api/trading/charts')).data.layout).toEqual(begins);
  const layout = {
    charts: 2,
    others: [{ symbol: 'GBPUSD', timeframe: '5min' }],
    indicators: [{ name: 'MA', params: [20, 50] }],
  };
  expect((await post('charts', { layout })).httpStatus).toBe(200);
  const other = { ...layout, indicators: [{ name: 'RSI', params: [9] }] };
  await Promise.all([post('charts', { layout: other }), post('charts', { layout: other })]);
  expect((await dealer.get('api/trading/charts')).data.layout).toEqual(other);
  const strangers = await app.call({ method: 'GET', path: 'api/trading/charts', as: stranger });
  expect(strangers.data.layout).toEqual(begins);
});

test.each([
  ['three charts', { charts: 3, others: [], indicators: [] }],
  ['an indicator that there is not', { charts: 1, others: [], indicators: [{ name: 'VOL', params: [] }] }],
  ['an indicator twice', { charts: 1, others: [], indicators: [1, 2].map((first) => ({ name: 'RSI', params: [first] })) }],
  ['too few figures of one', { charts: 1, others: [], indicators: [{ name: 'MACD', params: [12] }] }],
  ['a look back without end', { charts: 1, others: [], indicators: [{ name: 'RSI', params: [501] }] }],
  [
    'more others than there are places',
    { charts: 4, others: [1, 2, 3, 4].map(() => ({ symbol: 'EURUSD', timeframe: '1h' })), indicators: [] },
  ],
])('%s is not kept', async (_name, layout) => {
  expect((await post('charts', { layout })).httpStatus).toBe(422);
});

test('a figure is kept once however often it is sent, moves under its id, stays with its symbol and goes once', async () => {
  const id = crypto.randomUUID();
  await Promise.all([keep(figure(id)), keep(figure(id)), keep(figure(id))]);
  expect(await drawn()).toEqual([figure(id)]);
  await keep(figure(id, ['1.10000', '1.20000']));
  expect(await drawn()).toEqual([figure(id, ['1.10000', '1.20000'])]);
  // The same id over another symbol is no way to it.
  await keep(figure(id), client, 'GBPUSD');
  expect(await drawn('GBPUSD')).toEqual([]);
  expect(await drawn()).toEqual([figure(id, ['1.10000', '1.20000'])]);

  await post(`figures/${id}/remove`, {}, stranger);
  await keep(figure(id), stranger);
  expect(await drawn()).toEqual([figure(id, ['1.10000', '1.20000'])]);
  expect((await post(`figures/${id}/remove`, {})).httpStatus).toBe(200);
  expect((await post(`figures/${id}/remove`, {})).httpStatus).toBe(200);
  expect(await drawn()).toEqual([]);
});

test('a figure without its points, at no price or over what is not offered is refused', async () => {
  const id = crypto.randomUUID();
  expect((await keep({ ...figure(id), kind: 'channel' })).httpStatus).toBe(422);
  expect((await keep(figure(id, ['-1']))).httpStatus).toBe(422);
  expect((await keep({ ...figure(id), points: [{ at: 'now', price: '1' }] })).httpStatus).toBe(422);
  expect(await keep(figure(id), client, 'NOTHING')).toMatchObject({ errors: [{ code: 'unknown_symbol' }] });
  expect(await drawn()).toEqual([]);
});

test('there are no more figures than are kept, also when many are drawn at once', async () => {
  const all = Array.from({ length: mostFigures + 3 }, () => figure(crypto.randomUUID()));
  const answers = await Promise.all(all.map((one) => keep(one)));
  expect(answers.filter(({ httpStatus }) => httpStatus !== 200).map(({ errors }) => errors[0]?.code)).toEqual(
    Array(3).fill('too_many_figures'),
  );
  expect(await drawn()).toHaveLength(mostFigures);
  const [{ id }] = await drawn();
  expect((await keep(figure(id, ['1.30000']))).httpStatus).toBe(200);
});
