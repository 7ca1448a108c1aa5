import { afterAll, beforeAll, expect, test } from 'vitest';
import { languagesOffered } from '../../../src/law/languageChoice.ts';
import { homeProfileOf } from '../../../src/law/regions/index.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
});
afterAll(() => app.close());

test('the language is offered where it was put, and nowhere else', () => {
  expect(languagesOffered(homeProfileOf(3))).toContain('de');
  expect(languagesOffered(homeProfileOf(1))).not.toContain('de');
});

test('a client is answered in it, and in English where a sentence is not translated', async () => {
  const ask = async (path: string) => (await app.call({ method: 'GET', path: `${path}&lang=de`, as: client })).errors[0]?.errmsg;
  expect(await ask('api/transfers?tid=999999999')).toBe('Diese Zahlung gibt es nicht.');
  expect(await ask('api/rates?date=1999-01-01')).toMatch(/^[A-Z][a-z]+ /);
});
