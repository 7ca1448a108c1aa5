import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedPassword as password } from '../../../../seed/personas.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import { openAuthenticator } from '../../../server/testing/authenticator.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { setFirstDelay } from '../../../server/testing/throttling.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* Before money leaves to a new destination, whoever has a second factor gives it, for that withdrawal and in that session alone. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let wallet: number;

beforeAll(async () => {
  let dollars: number;
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '1000.00', wallet: '0.00' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
  await books.wallet(client, { currency: 'USD', amount: '2000.00' });
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['rate_window', 'failure_streak', 'client_totp', 'client_passkey', 'passkey_challenge'])
    await app.owner.sql.run(`delete from ${table}`);
});

const post = (path: string, body: object, as: SignedIn = client) => app.call({ method: 'POST', path, body, as });
const skrill = (email: string) => ({ pm_id: 1011, wallet_email: email, confirm_own_name: true });
const told = (answer: Awaited<ReturnType<typeof post>>) => [answer.httpStatus, answer.errors[0]?.code];
const save = (id: number, more: object, as: SignedIn = client) =>
  post('api/payments_process', { action: 'save', remittance_id: id, ...more }, as);
/** A quote of a withdrawal to a wallet that nothing has gone to. */
async function quoted(email: string) {
  const answer = await payouts.confirm(wallet, '60.00', skrill(email));
  expect(answer.errors).toEqual([]);
  return answer.data as { readonly remittance_id: number; readonly pin_required: boolean; readonly factor_required: boolean };
}

async function withApp(): Promise<() => Promise<string>> {
  const { secret } = (await post('api/security/totp/begin', { password })).data;
  await post('api/security/totp/finish', { code: generateSync({ secret }) });
  return async () => {
    // Each code is good once, and the clock of the app does not wait for the test.
    await app.owner.sql.run('update client_totp set step = null');
    return generateSync({ secret });
  };
}

async function withPasskey() {
  const device = openAuthenticator(app.url);
  const { options } = (await post('api/security/passkeys/begin', { password })).data;
  expect((await post('api/security/passkeys', { passkey: device.create(options), name: 'Phone' })).errors).toEqual([]);
  return device;
}

test('a code of the app is asked for instead of a PIN, is good for one withdrawal, and a wrong one for none', async () => {
  const code = await withApp();
  const first = await quoted('first@wallet.test');
  expect(first).toMatchObject({ pin_required: false, factor_required: true });
  const asked = await save(first.remittance_id, { payment_code: '1234' });
  expect(told(asked)).toEqual([422, 'second_factor_required']);
  expect(asked.data.factors).toEqual(['totp', 'recovery']);
  expect(told(await save(first.remittance_id, { code: '000000' }))).toEqual([422, 'wrong_code']);
  const used = await code();
  expect((await save(first.remittance_id, { code: used })).data).toMatchObject({ status: 'on_review' });
  const second = await quoted('second@wallet.test');
  expect(told(await save(second.remittance_id, { code: used }))).toEqual([422, 'wrong_code']);
});

test('the same saving sent twice at once by one code is one withdrawal, and both hear so', async () => {
  const code = await withApp();
  for (const email of ['twice.a@wallet.test', 'twice.b@wallet.test']) {
    const { remittance_id: id } = await quoted(email);
    const used = await code();
    const answers = await Promise.all([save(id, { code: used }), save(id, { code: used }), save(id, { code: used })]);
    expect(answers.map(told)).toEqual(answers.map(() => [200, undefined]));
    expect(new Set(answers.map(({ data }) => data.transfer_id))).toEqual(new Set([id]));
    expect(await app.owner.sql.many('select from failure_streak')).toEqual([]);
    // For anything else it is used up.
    const other = await quoted(email);
    expect(told(await save(other.remittance_id, { code: used }))).toEqual([422, 'wrong_code']);
    await app.owner.sql.run('delete from failure_streak');
  }
});

test('the same saving sent twice at once by one PIN is one withdrawal too', async () => {
  const { id, pin } = await payouts.ask(wallet, '60.00', skrill('twice.pin@wallet.test'));
  const answers = await Promise.all([save(id, { payment_code: pin }), save(id, { payment_code: pin })]);
  expect(answers.map(told)).toEqual(answers.map(() => [200, undefined]));
});

test('who has none proves it with the PIN, and a destination that is known asks for no factor', async () => {
  expect(await quoted('third@wallet.test')).toMatchObject({ pin_required: true, factor_required: false });
  await withApp();
  await app.owner.sql.run(
    `insert into payout_destination (client_id, method_id, name, usable_from, created_at)
     values ($1, 1011, 'known@wallet.test', '2020-01-01', '2020-01-01')`,
    [client.clientId],
  );
  // What goes back to the cards that brought it long ago is known too.
  await app.owner.sql.run(`update remittance set created_at = '2020-01-01' where client_id = $1 and transfer_type = 'deposit'`, [
    client.clientId,
  ]);
  expect(await quoted('known@wallet.test')).toMatchObject({ factor_required: false });
});

test('a passkey answers for one withdrawal in one session, and for nothing else', async () => {
  const device = await withPasskey();
  const mine = await quoted('fourth@wallet.test');
  const other = await quoted('fifth@wallet.test');
  const challenge = async (id: number, as: SignedIn = client) => (await save(id, {}, as)).data.passkey;
  const forgive = () => app.owner.sql.run('delete from failure_streak');
  // Asked for another withdrawal, to another destination.
  const forOther = device.answer(await challenge(other.remittance_id));
  expect(told(await save(mine.remittance_id, { passkey: forOther }))).toEqual([422, 'wrong_code']);
  await forgive();
  // Asked in another session of the same client.
  const elsewhere = await signedInBy(device);
  const forElsewhere = device.answer(await challenge(mine.remittance_id, elsewhere));
  expect(told(await save(mine.remittance_id, { passkey: forElsewhere }))).toEqual([422, 'wrong_code']);
  await forgive();
  // Asked for something else that the client does.
  const codes = (await post('api/security/recovery-codes', { password })).data.passkey;
  expect(told(await save(mine.remittance_id, { passkey: device.answer(codes) }))).toEqual([422, 'wrong_code']);
  await forgive();
  const right = device.answer(await challenge(mine.remittance_id));
  expect((await save(mine.remittance_id, { passkey: right })).data).toMatchObject({ status: 'on_review' });
  expect(told(await save(other.remittance_id, { passkey: right }))).toEqual([422, 'wrong_code']);
});

test('whoever guesses waits longer each time', async () => {
  await withApp();
  const { remittance_id: id } = await quoted('sixth@wallet.test');
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(told(await save(id, { code: '000000' }))[1]);
  expect(answers).toContain('too_many_attempts');
  expect(await app.owner.sql.one('select phase from remittance where id = $1', [id])).toEqual({ phase: 'quoted' });
});

test('of codes guessed at once, for whichever withdrawal, no more are tried than one after the other', async () => {
  await withApp();
  await setFirstDelay(app, 300);
  const ids = [(await quoted('seventh@wallet.test')).remittance_id, (await quoted('eighth@wallet.test')).remittance_id];
  const guesses = Array.from({ length: 20 }, async (_none, index) => save(ids[index % 2] ?? 0, { code: '000000' }));
  const codes = (await Promise.all(guesses)).map((answer) => told(answer)[1]);
  // The wait begins with the second failure.
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(2);
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(18);
});

/** In another browser, by the passkey. */
async function signedInBy(device: Awaited<ReturnType<typeof withPasskey>>): Promise<SignedIn> {
  const body = { id: 'ng.active@atrium.test', password };
  const asked = await app.call({ method: 'POST', path: '/api/client/login', body });
  const answer = await app.call({
    method: 'POST',
    path: '/api/client/login',
    body: { ...body, passkey: device.answer(asked.data.passkey) },
  });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { ...client, cookie, token: answer.data.token };
}
