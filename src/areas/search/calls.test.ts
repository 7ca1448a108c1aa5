import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
  await app.database.sql.run(
    `insert into wallet (number, client_id, company_id, currency, opened_at) values (9300001, $1, 3, 'USD', now())
     on conflict do nothing`,
    [client.clientId],
  );
  await app.database.sql.run(
    `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, account_number, amount, currency,
       account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     values (777001, $1, 3, 'deposit', 'completed', 'r777001-aaaaaaaa', 700123, 25050, 'USD', 21500, 'EUR', now(), now(), now(), now())`,
    [client.clientId],
  );
});
afterAll(() => app.close());

const search = async (text: string, as = client) => {
  const answer = await app.call({ method: 'GET', path: `api/search?q=${encodeURIComponent(text)}`, as });
  return (answer.data.results ?? answer.errors) as { kind: string; id?: number; number?: number }[];
};

test.each(['777001', '700123', '250.50', 'USD 250.50', 'eur 215'])('a transfer is found by %s', async (text) => {
  expect(await search(text)).toContainEqual(expect.objectContaining({ kind: 'transfer', id: 777001 }));
});

test('a wallet is found by its currency and by the beginning of its number', async () => {
  for (const text of ['usd', '9300']) {
    expect((await search(text)).some(({ kind }) => kind === 'wallet')).toBe(true);
  }
});

test('what belongs to somebody else is never found', async () => {
  const other = await app.signIn('eu.active');
  expect(await search('777001', other)).toEqual([]);
});

test('one letter is too little, and a question that is no number does no harm', async () => {
  expect(await app.call({ method: 'GET', path: 'api/search?q=a', as: client })).toMatchObject({ httpStatus: 422 });
  expect(await search("'; drop table client; --")).toEqual([]);
});
