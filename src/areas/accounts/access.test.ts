import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountNumber } from '../../base/id.ts';
import type { Access } from '../../ports/platform/port.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { setAccess } from './changes.ts';
import { accountOf } from './found.ts';

/* What an account may do at its platform, when our rows change while the platform is asked. */

let app: TestApp;
let number: AccountNumber;
beforeAll(async () => {
  app = await openTestApp();
  const books = await openBookFixture(app);
  number = await books.account(await app.signIn('ng.active'), 'advantage mt5', { currency: 'USD', amount: '50.00' });
});
afterAll(async () => app.close());

async function someAccount() {
  const account = await accountOf(app.database.sql, number);
  if (!account) throw new Error(`no account ${number}`);
  return account;
}
const become = (number: number, status: string) =>
  app.owner.sql.run('update trading_account set status = $2 where number = $1', [number, status]);

/** A platform that is asked, and what happens here before it has answered. */
function platformWith(meanwhile: (asked: number) => Promise<unknown>) {
  const asked: Access[] = [];
  return {
    asked,
    async changeAccess(_login: number, access: Access) {
      asked.push(access);
      await meanwhile(asked.length);
      return { outcome: 'done' } as const;
    },
  };
}

test('an account that is put away while it is being restored ends closed at the platform', async () => {
  const account = await someAccount();
  const platform = platformWith(async (asked) => asked === 1 && become(account.number, 'archived'));
  expect(await setAccess(platform, account, app.database.sql)).toBe(true);
  expect(platform.asked).toEqual(['full', 'closed']);
  await become(account.number, 'active');
});

test('one that changes with every answer is left to the job, and one that does not is asked once', async () => {
  const account = await someAccount();
  const restless = platformWith((asked) => become(account.number, asked % 2 === 1 ? 'archived' : 'active'));
  expect(await setAccess(restless, account, app.database.sql)).toBe(false);
  await become(account.number, 'active');
  const still = platformWith(async () => undefined);
  expect(await setAccess(still, account, app.database.sql)).toBe(true);
  expect(still.asked).toEqual(['full']);
});
