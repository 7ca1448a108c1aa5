import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, dayMs } from '../../base/time.ts';
import { parseWeight } from '../../base/weight.ts';
import { post } from '../../ledger/book.ts';
import { delivery, gold, opening } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { seedPassword as password } from '../../../seed/personas.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { setFirstDelay } from '../../server/testing/throttling.ts';
import { noteNewPassword } from '../contacts/face.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await openMarkets(app);
});
afterAll(() => app.close());

const send = (as: SignedIn, path: string, body: object) =>
  app.call({ method: 'POST', path: `api/gold/delivery${path}`, body, as });

const address = { recipient: 'Asha Rao', street: '4 Mill Road', town: 'York', postcode: '411001', phone: '+44 20 7946 0000' };

/** A delivery that the client was asked to confirm, and how its code was sent. */
async function asked(name: string, company: 3 | 4) {
  const client = await app.signIn(name);
  await app.owner.sql.run('delete from challenge');
  await app.owner.sql.run('update client set mobile_phone = $2 where id = $1', [client.clientId, '+35799000111']);
  const leg = {
    from: opening(company, 'XAU'),
    to: gold({ company, clientId: client.clientId }),
    minor: parseWeight('10', 'g') ?? 0n,
  };
  const at = app.opened.clock.now();
  await post(app.owner.sql, { movement: { key: `opening:${name}`, kind: 'opening_balance', legs: [leg], at } });
  const { errors, data } = await send(client, '', { size: '5.0000000', count: '1', ...address });
  expect(errors).toEqual([]);
  return { client, id: data.delivery_id as number, channel: data.pin.channel };
}

test.each([
  ['uk.active', 4, 'sms', 'voice'],
  ['in.gold', 3, 'email', 'email'],
] as const)(
  'the code of a delivery of %s goes as the region says, and by a call on wish where that is by SMS',
  async (...row) => {
    const [name, company, channel, onWish] = row;
    const { client, id, channel: first } = await asked(name, company);
    expect(first).toBe(channel);
    // Another one is sent a minute later at the earliest.
    await app.opened.clock.advance(61);
    const again = await send(client, '/pin', { delivery_id: id, method: 'voice' });
    expect(again.data.pin).toMatchObject({ channel: onWish, is_sent: true });
    expect((await send(client, '/pin', { delivery_id: id, method: 'pigeon' })).errors[0]?.validation_messages).toHaveProperty(
      'method',
    );
  },
);

/** The secret of a client's authenticator app. */
async function authenticatorOf(as: SignedIn): Promise<string> {
  const call = (path: string, body: object) => app.call({ method: 'POST', path, body, as });
  const { secret } = (await call('api/security/totp/begin', { password })).data;
  await call('api/security/totp/finish', { code: generateSync({ secret }) });
  // Each code is good once, and the clock of the app does not wait for the test.
  await app.owner.sql.run('update client_totp set step = null');
  return secret;
}

test('whoever has a second factor gives it where nothing of theirs has arrived, and is sent no code', async () => {
  const client = await app.signIn('in.gold');
  const secret = await authenticatorOf(client);
  const ask = () => send(client, '', { size: '5.0000000', count: '1', ...address });
  const { delivery_id: id, ...told } = (await ask()).data;
  expect(told).toMatchObject({ pin: null, factor_required: true });
  expect((await send(client, '/pin', { delivery_id: id })).data).toEqual({ pin: null });
  const confirm = (given: object) => send(client, '/confirm', { delivery_id: id, ...given });
  expect((await confirm({ payment_code: '1234' })).errors).toMatchObject([{ code: 'second_factor_required' }]);
  expect((await confirm({ code: '000000' })).errors).toMatchObject([{ code: 'wrong_code' }]);
  await app.owner.sql.run('delete from failure_streak');
  const code = generateSync({ secret });
  const answers = await Promise.all([confirm({ code }), confirm({ code })]);
  expect(answers.map(({ errors }) => errors)).toEqual([[], []]);
  expect(await app.owner.sql.many('select from failure_streak')).toEqual([]);
  // Once something has arrived there it is known, and the code of the region is enough.
  await app.owner.sql.run(`update gold_delivery set phase = 'delivered' where id = $1`, [id]);
  await app.opened.clock.advance(61);
  expect((await ask()).data).toMatchObject({ pin: { is_sent: true }, factor_required: false });
  // The carrier rings another number there: that is somebody who has not taken anything in.
  const rung = await send(client, '', { size: '1.0000000', count: '1', ...address, phone: '+44 20 7946 0001' });
  expect(rung.data).toMatchObject({ pin: null, factor_required: true });
});

test('of codes guessed at once, for whichever delivery, no more are tried than one after the other', async () => {
  for (const table of ['failure_streak', 'client_totp']) await app.owner.sql.run(`delete from ${table}`);
  await setFirstDelay(app, 300);
  const client = await app.signIn('in.gold');
  await authenticatorOf(client);
  const ask = async (street: string): Promise<number> =>
    (await send(client, '', { size: '1.0000000', count: '1', ...address, street })).data.delivery_id;
  const ids = [await ask('1 Mill Lane'), await ask('2 Mill Lane')];
  const guesses = Array.from({ length: 20 }, async (_none, index) =>
    send(client, '/confirm', { delivery_id: ids[index % 2], code: '000000' }),
  );
  const codes = (await Promise.all(guesses)).map(({ errors }) => errors[0]?.code);
  // The wait begins with the second failure.
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(2);
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(18);
});

test('to where nothing of the client’s has arrived it leaves after a day, and later after a reset of the password', async () => {
  await app.owner.sql.run('delete from client_totp');
  const client = await app.signIn('in.gold');
  const [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
  const { data } = await send(client, '', { size: '1.0000000', count: '1', ...address, street: '9 Hill Road' });
  const id: number = data.delivery_id;
  expect(data.leaves_from).not.toBeNull();
  const requested = app.opened.clock.now();
  await app.owner.sql.run(`update gold_delivery set phase = 'allocated', requested_at = $2, allocated_at = $2 where id = $1`, [
    id,
    requested,
  ]);
  const path = `/api/desk/gold-deliveries/${id}`;
  const release = { action: 'release', carrier: 'Loomis', tracking: 'LX-7', reason: 'as the queue asks' };
  const letGo = () => app.call({ method: 'POST', path, body: release, as: finance });
  const leavesFrom = async () => (await app.call({ method: 'GET', path, as: finance })).data.leaves_from;
  expect(await leavesFrom()).toBe(after(requested, dayMs).toISOString());
  expect((await letGo()).errors).toMatchObject([{ code: 'delivery_cooling' }]);
  await app.opened.clock.advance(dayMs / 1000);
  expect(await leavesFrom()).toBeNull();
  const asked = await letGo();
  expect(asked.errors).toEqual([]);
  await noteNewPassword(app.owner.sql, { client: client.clientId, what: 'password_reset', at: app.opened.clock.now() });
  const body = { decision: 'approve', reason: 'looked at' };
  const agreed = await app.call({
    method: 'POST',
    path: `/api/desk/approvals/${asked.data.approval.id}`,
    body,
    as: admin,
  });
  expect(agreed).toMatchObject({ httpStatus: 409, errors: [{ code: 'approval_outdated' }] });
  expect(await leavesFrom()).not.toBeNull();
});

test('of some who confirm one delivery at once by its code, the gold is set aside once, and each is told so', async () => {
  await app.owner.sql.run('delete from client_totp');
  const client = await app.signIn('in.gold');
  const owner = { company: 3, clientId: client.clientId } as const;
  const at = app.opened.clock.now();
  const leg = { from: opening(3, 'XAU'), to: gold(owner), minor: parseWeight('5', 'g') ?? 0n };
  await post(app.owner.sql, { movement: { key: 'opening:at-once', kind: 'opening_balance', legs: [leg], at } });
  // Where something of theirs has arrived, as the first test but one left it.
  const { data } = await send(client, '', { size: '5.0000000', count: '1', ...address });
  await app.drain();
  const sent = await app.call({ method: 'GET', path: '/sandbox/outbox?to=in.gold@atrium.test' });
  const [letter] = sent.data.messages
    .filter(({ pin }: { pin: string | null }) => pin)
    .toSorted((one: { sent_at: string }, other: { sent_at: string }) => other.sent_at.localeCompare(one.sent_at));
  const before = await balanceOf(app.owner.sql, delivery(owner));
  const confirm = () => send(client, '/confirm', { delivery_id: data.delivery_id, payment_code: letter.pin });
  const answers = await Promise.all([confirm(), confirm(), confirm()]);
  expect(answers.map(({ errors }) => errors)).toEqual([[], [], []]);
  expect(await balanceOf(app.owner.sql, delivery(owner))).toBe(before + 50_000_000n);
});
