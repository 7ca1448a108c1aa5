import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
});
afterAll(() => app.close());

/** What was asked for, without what rides along on the answer that happens to come first. */
async function read(path: string): Promise<unknown> {
  const response = await fetch(`${app.url}/api/js/${path}`, { headers: { cookie: client.cookie } });
  // Whoever has not read a file to its end asks for no other.
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('application/json')) return [response.status, 'a file'];
  const { data, errors }: { data: unknown; errors: unknown } = JSON.parse(text);
  return [response.status, data, errors];
}

test.each([
  'api/transfers?from=&till=&transfer_type=&page=',
  'api/transfers?tid=&from=&till=&transfer_type=&after=',
  'api/direct/inbox?group=&page=&is_favorite=&search_text=',
  'api/rates?date=',
])('a filter that was left empty is one that was not set: %s', async (path) => {
  const [answer, unfiltered] = await Promise.all([path, path.replace(/\?.*/, '')].map(read));
  expect(answer).toEqual(unfiltered);
  expect(JSON.stringify(answer)).not.toContain('validation_failed');
});

test('a file is made as if its empty filters were not set', async () => {
  expect(await read('api/transfers-to-excel?from=&till=')).toEqual([200, 'a file']);
});

test('a parameter that must be there is missing when it is empty', async () => {
  const { httpStatus, errors } = await app.call({ method: 'GET', path: 'api/payment-result?tid=', as: client });
  expect([httpStatus, errors[0]?.validation_messages]).toMatchObject([422, { tid: { required: expect.any(String) } }]);
});

test.each(['api/transfers', 'api/transfers-to-excel'])(
  'a period that ends before it begins is named at its field: %s',
  async (path) => {
    const answer = await app.call({ method: 'GET', path: `${path}?from=2026-02-02&till=2026-02-01`, as: client });
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'period_reversed', validation_messages: { from: {} } }] });
  },
);

test('whoever asks for withdrawals gets the list of them, which is empty', async () => {
  const { httpStatus, data } = await app.call({ method: 'GET', path: 'api/transfers?transfer_type=withdraw', as: client });
  expect([httpStatus, data]).toEqual([200, { transfers: [], next: null, page: null }]);
});
