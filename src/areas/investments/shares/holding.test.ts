import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLedger } from '../../../ledger/audit.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../../server/testing/bookFixture.ts';
import { gain, openFollow } from '../../../server/testing/followFixture.ts';
import { holdSweeps, sweep } from '../../../server/testing/telling.ts';

let app: TestApp;
let books: BookFixture;
let provider: SignedIn;
let follower: SignedIn;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  books = await openBookFixture(app);
  provider = await app.signIn('provider.new');
  follower = await app.signIn('ng.active');
  wallet = await books.wallet(provider, { currency: 'USD', amount: '0.00' });
});
afterAll(() => app.close());
beforeEach(() => app.owner.sql.run(`update investment set status = 'closed'`));

const facts = ['screening_hold = true', 'status_id = 14', 'charged_back = true'] as const;
const set = async ({ clientId }: SignedIn, what: string): Promise<void> =>
  void (await app.owner.sql.run(`update client set ${what}, version = version + 1 where id = $1`, [clientId]));
const release = (who: SignedIn) => set(who, 'screening_hold = false, charged_back = false, status_id = 12');
const received = async (job: string): Promise<bigint> => {
  const cents = async (): Promise<bigint> => BigInt((await books.inLedger(wallet)).replace('.', ''));
  const before = await cents();
  await sweep(app, job);
  await sweep(app, job);
  return (await cents()) - before;
};

test.each(facts)(
  'of a follower with %s no share is taken, and once they are through it is, of what there is then',
  async (held) => {
    const of = await openFollow(app, books, { provider, follower });
    await gain(app, of.number, '200.00');
    await set(follower, held);
    expect(await received('investments.shares')).toBe(0n);
    expect(await books.onPlatform(of.number)).toBe('1200.00');
    await release(follower);
    await gain(app, of.number, '-100.00');
    expect(await received('investments.shares')).toBe(20_00n);
    expect(await auditLedger(app.owner.sql, { scope: 'whole' })).toEqual([]);
  },
);

test('the share of what a held follower has ended waits with the rest', async () => {
  const of = await openFollow(app, books, { provider, follower, daysAgo: 3, share: 50 });
  await gain(app, of.number, '100.00');
  await app.owner.sql.run(`update investment set status = 'closing' where id = $1`, [of.id]);
  await set(follower, 'screening_hold = true');
  expect(await received('investments.ending')).toBe(0n);
  expect(await books.onPlatform(of.number)).toBe('1100.00');
  await release(follower);
  expect(await received('investments.ending')).toBe(50_00n);
});

test('a provider whose payments are looked at has what was taken once they are through', async () => {
  const of = await openFollow(app, books, { provider, follower });
  await gain(app, of.number, '200.00');
  await set(provider, 'screening_hold = true');
  expect(await received('investments.shares')).toBe(0n);
  expect(await books.onPlatform(of.number)).toBe('1160.00');
  // That keeps nothing of the follower's: they take their money home meanwhile.
  await app.owner.sql.run(`update investment set status = 'closing' where id = $1`, [of.id]);
  expect(await received('investments.ending')).toBe(0n);
  await app.drain();
  expect(await received('investments.ending')).toBe(0n);
  expect(await books.onPlatform(of.number)).toBe('0.00');
  expect(await app.owner.sql.one('select status from investment where id = $1', [of.id])).toEqual({ status: 'closed' });
  await release(provider);
  expect(await received('investments.shares')).toBe(40_00n);
  expect(await auditLedger(app.owner.sql, { scope: 'whole' })).toEqual([]);
});
