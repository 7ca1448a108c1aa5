import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountNumber } from '../../base/id.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { feesOf, keepFee, openFees, setAsked } from './store.ts';

/* One night that costs nothing, because the desk says so. */

let app: TestApp;
let client: SignedIn;
let finance: StaffSignedIn;
let number: AccountNumber;
let other: AccountNumber;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  client = await app.signIn('ng.active');
  finance = await app.signInStaff('finance');
  const books = await openBookFixture(app);
  number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '50.00', swapFree: true });
  other = await books.account(await app.signIn('global.active'), 'advantage mt5', { currency: 'USD', amount: '50.00' });
});
afterAll(async () => app.close());

const day = (ahead: number) => new Date(app.opened.clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
const waive = async (changed: object, as = finance) =>
  app.call({
    method: 'POST',
    path: `/api/desk/swap-free/${client.clientId}/waive`,
    body: { account_number: number, night: day(3), reason: 'the client was ill', ...changed },
    as,
  });
const charge = (night: string) =>
  keepFee(app.owner.sql, {
    number,
    clientId: client.clientId,
    companyId: 3,
    platform: 'mt5',
    night,
    amount: 620n,
    lines: [{ position: night, symbol: 'EURUSD', lots: '1', amount: 620n }],
    now: app.opened.clock.now(),
  });
const due = async () => (await openFees(app.database.sql, { platform: 'mt5', after: 0, limit: 100 })).length;

test('a night that is waived before it comes is never charged', async () => {
  const answer = await waive({});
  expect(answer.data.fee).toMatchObject({ account_number: number, night: day(3), state: 'waived', amount: '0.00', taken: null });
  expect(await charge(day(3))).toBeUndefined();
  expect(await due()).toBe(0);
  const told = (await app.call({ method: 'GET', path: `api/accounts/swap-free/${number}`, as: client })).data;
  expect(told.fees).toMatchObject([{ night: day(3), state: 'waived' }]);
  const [event] = await app.owner.sql.many<{ detail: object }>(`select detail from audit_event where action = 'swap_free.waive'`);
  expect(event?.detail).toMatchObject({ account: number, night: day(3) });
});

test('a fee that nobody has been asked for ends; what is being taken is not waived any more', async () => {
  const [id, asked] = [await charge(day(4)), await charge(day(5))];
  expect((await waive({ night: day(4) })).data.fee).toMatchObject({ id, state: 'waived', amount: '6.20' });
  const fees = await feesOf(app.database.sql, { number, client: client.clientId, limit: 10 });
  const fee = fees.find((one) => one.id === asked);
  if (!fee) throw new Error('nothing is due');
  await setAsked(app.owner.sql, fee, 620n);
  expect(await waive({ night: day(5) })).toMatchObject({ httpStatus: 409, errors: [{ code: 'swap_free_night_taken' }] });
  expect(await due()).toBe(1);
});

test('whom it is none of, a stranger’s account, a night that is over and one too far ahead are refused at their fields', async () => {
  const agent = await app.signInStaff('agent');
  expect((await waive({}, agent)).errors[0]?.code).toBe('not_your_right');
  expect(await waive({ reason: '' })).toMatchObject({ httpStatus: 422 });
  const field = (name: string) => ({ validation_messages: { [name]: expect.anything() } });
  expect((await waive({ account_number: other })).errors[0]).toMatchObject({
    code: 'account_not_found',
    ...field('account_number'),
  });
  expect((await waive({ night: day(40) })).errors[0]).toMatchObject({ code: 'swap_free_night_far', ...field('night') });
  await app.owner.sql.run(
    `insert into cursor_mark (name, value) values ('swap_free:mt5', jsonb_build_object('night', $1::text))
     on conflict (name) do update set value = excluded.value`,
    [day(-1)],
  );
  expect((await waive({ night: day(-2) })).errors[0]).toMatchObject({ code: 'swap_free_night_over', ...field('night') });
});
