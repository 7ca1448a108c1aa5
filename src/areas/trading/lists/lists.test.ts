import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../../server/testing/app.ts';
import { mostTicks, mostWatched, mostWatchlists, type Watchlist } from '../contract.ts';

/* A client's own lists of symbols, by the calls that the terminal sends. */

let app: TestApp;
let client: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
  stranger = await app.signIn('ng.active');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from symbol_watchlist');
});

const post = (path: string, body: object, as = client) =>
  app.call({ method: 'POST', path: `api/trading/watchlists${path}`, body, as });
const lists = async (of = '', as = client): Promise<Watchlist[]> =>
  (await app.call({ method: 'GET', path: `api/trading/watchlists${of}`, as })).data.lists;
const begin = async (name: string): Promise<number> => {
  const answer = await post('', { name });
  expect(answer.errors).toEqual([]);
  return answer.data.lists.find((each: Watchlist) => each.name === name).id;
};
const keep = (symbol: string, is_watched = true, more: object = {}) => post('/symbols', { symbol, is_watched, ...more });
const names = async () => (await lists()).map(({ name }) => name);
const chosen = async () => (await lists()).find((each) => each.is_chosen)?.name;
const symbols = async (id: number) => (await lists()).find((each) => each.id === id)?.symbols;

test('a star takes a symbol into the chosen list once; the first is begun by it, once, and has no name', async () => {
  await Promise.all([keep('GBPUSD'), keep('GBPUSD')]);
  await keep('EURUSD');
  expect(await lists()).toEqual([{ id: expect.any(Number), name: null, is_chosen: true, symbols: ['GBPUSD', 'EURUSD'] }]);
  expect(await lists('?platform=mt4')).toEqual([]);
  expect(await lists('', stranger)).toEqual([]);
  await Promise.all([keep('GBPUSD', false), keep('GBPUSD', false)]);
  expect((await lists())[0]?.symbols).toEqual(['EURUSD']);
  expect(await keep('NOSUCH')).toMatchObject({ httpStatus: 422, errors: [{ code: 'unknown_symbol' }] });
});

test('lists are begun, named, put in order, chosen and taken away; the one begun last is chosen', async () => {
  const metals = await begin('Metals');
  const crypto = await begin('Crypto');
  const indices = await begin('Indices');
  expect(await names()).toEqual(['Metals', 'Crypto', 'Indices']);
  expect(await chosen()).toBe('Indices');
  await post(`/${crypto}/choose`, {});
  expect(await chosen()).toBe('Crypto');
  await post(`/${indices}/place`, { place: 0 });
  expect(await names()).toEqual(['Indices', 'Metals', 'Crypto']);
  await post(`/${indices}/place`, { place: 900 });
  expect(await names()).toEqual(['Metals', 'Crypto', 'Indices']);
  await post(`/${metals}/name`, { name: '  Gold and silver ' });
  expect(await names()).toEqual(['Gold and silver', 'Crypto', 'Indices']);
  await post(`/${crypto}/remove`, {});
  expect(await names()).toEqual(['Gold and silver', 'Indices']);
  // What was chosen before it.
  expect(await chosen()).toBe('Indices');
  expect(await post(`/${crypto}/remove`, {})).toMatchObject({ httpStatus: 422, errors: [{ code: 'unknown_watchlist' }] });
});

test('a symbol may stand in several lists, each in an order of its own', async () => {
  const [one, other] = [await begin('One'), await begin('Other')];
  for (const symbol of ['EURUSD', 'GBPUSD', 'USDJPY']) await keep(symbol, true, { id: one });
  await keep('EURUSD');
  expect(await symbols(other)).toEqual(['EURUSD']);
  await post(`/${one}/symbols/place`, { symbol: 'USDJPY', place: 0 });
  expect(await symbols(one)).toEqual(['USDJPY', 'EURUSD', 'GBPUSD']);
  await post(`/${one}/symbols/place`, { symbol: 'XAUUSD', place: 0 });
  expect(await symbols(one)).toEqual(['USDJPY', 'EURUSD', 'GBPUSD']);
  await keep('EURUSD', false, { id: one });
  expect(await symbols(one)).toEqual(['USDJPY', 'GBPUSD']);
  expect(await symbols(other)).toEqual(['EURUSD']);
  expect(await keep('EURUSD', false, { id: one, platform: 'mt4' })).toMatchObject({ errors: [{ code: 'unknown_watchlist' }] });
});

test('what is wrong with a name is said at the field: none, too long, another list has it', async () => {
  const id = await begin('Metals');
  for (const name of ['', '   ', 'x'.repeat(41), 'a\nb', 'a\u202Eb'])
    expect(await post('', { name })).toMatchObject({
      errors: [{ code: 'validation_failed', validation_messages: { name: {} } }],
    });
  const taken = { errors: [{ code: 'watchlist_name_taken', validation_messages: { name: expect.anything() } }] };
  expect(await post('', { name: 'METALS' })).toMatchObject(taken);
  const other = await begin('x'.repeat(40));
  expect(await post(`/${other}/name`, { name: 'metals' })).toMatchObject(taken);
  // Its own name in another case is nobody else's.
  expect((await post(`/${id}/name`, { name: 'metals' })).errors).toEqual([]);
  // Another client's lists, and another platform's, have names of their own.
  expect((await post('', { name: 'Metals' }, stranger)).errors).toEqual([]);
  expect((await post('', { name: 'Metals', platform: 'mt4' })).errors).toEqual([]);
});

test(`no client has more than ${mostWatchlists} lists, nor a list more than ${mostWatched} symbols, however many come at once`, async () => {
  expect(mostWatched).toBeLessThanOrEqual(mostTicks);
  await app.owner.sql.run(
    `insert into symbol_watchlist (client_id, platform, name, place, chosen_at, created_at)
     select $1, 'mt5', 'List ' || n, n, now(), now() from generate_series(2, ${mostWatchlists}) n`,
    [client.clientId],
  );
  const answers = await Promise.all([post('', { name: 'A' }), post('', { name: 'B' })]);
  expect(answers.flatMap(({ errors }) => errors)).toMatchObject([
    { code: 'too_many_watchlists', validation_messages: { name: expect.anything() } },
  ]);
  const id = (await lists())[0]?.id;
  await app.owner.sql.run(
    `insert into symbol_watchlist_entry (watchlist_id, symbol, place) select $1, 'X' || n, n from generate_series(2, ${mostWatched}) n`,
    [id],
  );
  const kept = await Promise.all(['EURUSD', 'GBPUSD'].map((symbol) => keep(symbol, true, { id })));
  expect(kept.flatMap(({ errors }) => errors)).toMatchObject([{ code: 'too_many_watched' }]);
});

test('the list that stood before there were several becomes the first, in its order', async () => {
  await app.owner.sql.run(
    `insert into watched_symbol (client_id, platform, symbol) values ($1, 'mt5', 'XAUUSD'), ($1, 'mt5', 'EURUSD'), ($2, 'mt4', 'GBPUSD')`,
    [client.clientId, stranger.clientId],
  );
  const migration = await readFile(new URL('../../../migrations/202611232031_watchlists.sql', import.meta.url), 'utf8');
  const moving = migration.slice(migration.indexOf('insert into symbol_watchlist '), migration.indexOf('grant '));
  await app.owner.sql.run(moving.slice(0, moving.indexOf('insert into symbol_watchlist_entry')));
  await app.owner.sql.run(moving.slice(moving.indexOf('insert into symbol_watchlist_entry')));
  expect(await lists()).toMatchObject([{ name: null, is_chosen: true, symbols: ['XAUUSD', 'EURUSD'] }]);
  expect(await lists('?platform=mt4', stranger)).toMatchObject([{ name: null, symbols: ['GBPUSD'] }]);
});
