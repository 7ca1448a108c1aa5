import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await app.opened.worker?.sweep('reference-rates');
  client = await app.signIn('global.active');
});
afterAll(() => app.close());

const ask = (query: string) => app.call({ method: 'GET', path: `api/rates/pair?${query}`, as: client });

test('the call answers its field', async () => {
  expect((await ask('from=EUR&to=USD')).data.pair).toMatchObject({
    from: 'EUR',
    to: 'USD',
    rate: expect.stringMatching(/^\d+\.\d+$/),
  });
});

test('it refuses by its own code, in its own sentence, and what it does not know at its field', async () => {
  expect((await ask('from=EUR&to=XXX')).errors[0]).toMatchObject({
    code: 'pair_not_known',
    errmsg: 'There is no rate between these two currencies.',
  });
  expect((await ask('from=EURO&to=USD')).errors[0]?.validation_messages).toHaveProperty('from');
});

test('it stands in the document of the API', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(document.paths).filter((path) => path.endsWith('api/rates/pair'))).toHaveLength(1);
});
