import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  client = await app.signIn('ng.active');
}, 60_000);
afterAll(() => app.close());

const moveClock = (seconds: number) => app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: seconds } });
const askShown = (number: number) => app.call({ method: 'GET', path: `api/accounts/${number}`, as: client });
const shown = async (number: number) => (await askShown(number)).data.account;

test('the age of what a platform told is in the time of everything else, wherever the clock stands', async () => {
  const older = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  await moveClock(3 * 86_400);
  const newer = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' });
  for (const number of [older, newer]) {
    const account = await shown(number);
    const ageMs = app.opened.clock.now().getTime() - Date.parse(account.as_of);
    expect(account.is_stale).toBe(false);
    expect(ageMs).toBeGreaterThanOrEqual(0);
    expect(ageMs).toBeLessThan(3_600_000);
    expect(account.as_of >= account.opened_at).toBe(true);
  }
  // What browsers count from.
  const told = Date.parse((await askShown(older)).headers.get('application-time') ?? '');
  expect(Math.abs(app.opened.clock.now().getTime() - told)).toBeLessThan(3_600_000);
});
