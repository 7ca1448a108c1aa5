import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.full');
  await app.owner.sql.run(
    `insert into document (client_id, kind, type_id, status, created_at)
       select $1, case when each <= 2 then 'identity' when each = 3 then 'screening' else 'other' end,
         case when each <= 2 then 4 when each = 3 then 148 else 127 end, 3, now() from generate_series(1, 123) as each`,
    [client.clientId],
  );
});
afterAll(() => app.close());

/** The numbers of papers, page by page, each asked for by what the one before it names. */
async function pagesOf(path: string, { as, named }: { as: Pick<SignedIn, 'cookie' | 'token'>; named: string }) {
  const pages: number[][] = [];
  for (let after = ''; after !== 'null';) {
    const { data, errors } = await app.call({ method: 'GET', path: after === '' ? path : `${path}&after=${after}`, as });
    expect(errors).toEqual([]);
    pages.push((data.documents as { id: number }[]).map(({ id }) => id));
    after = String(data[named]);
  }
  return pages;
}

const all = async (): Promise<{ id: number; kind: string }[]> =>
  app.owner.sql.many('select id, kind from document where client_id = $1 order by id desc', [client.clientId]);

test('a client reads all that was ever sent, page by page, but for what lists of sanctions say', async () => {
  const pages = await pagesOf('documents?hit=1', { as: client, named: 'older' });
  expect(pages.map(({ length }) => length)).toEqual([30, 30, 30, 30, 2]);
  expect(pages.flat()).toEqual((await all()).filter(({ kind }) => kind !== 'screening').map(({ id }) => id));
});

test('of one form the pages hold that form alone', async () => {
  const pages = await pagesOf('documents?form_name=identity', { as: client, named: 'older' });
  expect(pages).toEqual([(await all()).filter(({ kind }) => kind === 'identity').map(({ id }) => id)]);
});

test('the desk reads all of it, that too', async () => {
  const as = await app.signInStaff('agent');
  const pages = await pagesOf(`/api/desk/documents?client_id=${client.clientId}`, { as, named: 'next' });
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 20, 20, 20, 20, 3]);
  expect(pages.flat()).toEqual((await all()).map(({ id }) => id));
});
