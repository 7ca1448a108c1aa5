import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayments } from '../../ports/payments/index.ts';
import { notificationSignature, sign } from '../../ports/payments/praxis/messages.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { webhooks } from './webhooks.ts';

const now = new Date('2026-03-02T10:00:00Z');
const clock = { now: () => now, wall: () => now };
const merchant = { merchantId: 'M', applicationKey: 'K', address: 'http://127.0.0.1:9', clock };

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

function doorWith(secrets: { merchantSecret: string; oldMerchantSecret?: string }) {
  const payments = openPayments({ praxis: { ...merchant, ...secrets } });
  const [door] = webhooks({ payments, clock, database: base.database });
  if (!door) throw new Error('the provider has no door');
  return door;
}

/** A notification of the cashier about an order, and its signature by a secret. */
function approval(reference: string) {
  const body = {
    merchant_id: 'M',
    application_key: 'K',
    customer: { customer_token: 't' },
    session: { order_id: reference, session_status: 'successful' },
    transaction: { transaction_type: 'sale', transaction_status: 'approved', tid: 1, currency: 'USD', amount: 100 },
    version: '1.3',
    timestamp: 1_700_000_000,
  };
  return {
    raw: Buffer.from(JSON.stringify(body)),
    signedBy: (secret: string) => ({ 'gt-authentication': sign(notificationSignature(body), secret) }),
  };
}

const jobsFor = (reference: string) =>
  base.owner.sql.many(`select id from outbox where topic = 'payment.message' and payload->>'reference' = $1`, [reference]);

test('a notification that is rightly signed is acted upon, also when the same bytes came before with a wrong signature', async () => {
  const door = doorWith({ merchantSecret: 'right' });
  const { raw, signedBy } = approval('r-forged-first');
  expect((await door.handle(raw, signedBy('wrong'))).status).toBe(403);
  expect(await jobsFor('r-forged-first')).toHaveLength(0);
  expect((await door.handle(raw, signedBy('right'))).status).toBe(200);
  expect(await jobsFor('r-forged-first')).toHaveLength(1);
  expect((await door.handle(raw, signedBy('right'))).status).toBe(200);
  expect((await door.handle(raw, signedBy('wrong'))).status).toBe(403);
  expect(await jobsFor('r-forged-first')).toHaveLength(1);
  const kept = await base.owner.sql.many(
    `select verdict, reason, reference, times from webhook_message where body = $1 order by id`,
    [raw],
  );
  expect(kept).toEqual([{ verdict: 'accepted', reason: null, reference: 'r-forged-first', times: 2 }]);
  const counted = await base.owner.sql.many(`select reason, times::integer from refused_message where digest = sha256($1)`, [
    raw,
  ]);
  expect(counted).toEqual([{ reason: 'wrong_signature', times: 2 }]);
});

test('the provider is answered before anybody looks the payment up, however slow those are who are asked then', async () => {
  const { praxis } = openPayments({ praxis: { ...merchant, merchantSecret: 'right' } });
  if (!praxis) throw new Error('the provider is not there');
  const asked: string[] = [];
  const never = async (what: string) => {
    asked.push(what);
    return new Promise<never>(() => undefined);
  };
  const slow = { ...praxis, lookUp: () => never('lookUp'), startPayment: () => never('startPayment') };
  const [door] = webhooks({ payments: { praxis: slow }, clock, database: base.database });
  const { raw, signedBy } = approval('r-slow');
  expect((await door?.handle(raw, signedBy('right')))?.status).toBe(200);
  expect(asked).toEqual([]);
  const waiting = await base.owner.sql.many(
    `select o.attempts, o.lease_until, m.processed_at from outbox o, webhook_message m
     where o.topic = 'payment.message' and o.payload->>'reference' = 'r-slow' and m.reference = 'r-slow'`,
  );
  expect(waiting).toEqual([{ attempts: 0, lease_until: null, processed_at: null }]);
});

test('while the secret is changed, what was signed with the old one still counts, and nothing else', async () => {
  const door = doorWith({ merchantSecret: 'new', oldMerchantSecret: 'old' });
  const { raw, signedBy } = approval('r-rotated');
  expect((await door.handle(raw, signedBy('older'))).status).toBe(403);
  expect((await door.handle(raw, signedBy('old'))).status).toBe(200);
  expect((await door.handle(raw, signedBy('new'))).status).toBe(200);
  expect(await jobsFor('r-rotated')).toHaveLength(1);
});

test('every provider has a door of its own, which keeps the headers that the provider signs with', async () => {
  const { praxis } = openPayments({ praxis: { ...merchant, merchantSecret: 'right' } });
  const second = { ...praxis, notifications: { path: 'second', headers: ['x-second-signature'] } };
  const doors = webhooks({ payments: { praxis, second }, clock, database: base.database });
  expect(doors.map(({ path }) => path)).toEqual(['/api/webhooks/payments/praxis', '/api/webhooks/payments/second']);
  const { raw, signedBy } = approval('r-two-doors');
  const headers = { ...signedBy('right'), 'x-second-signature': 'its own', cookie: 'not theirs' };
  for (const door of doors) expect((await door.handle(raw, headers)).status).toBe(200);
  const kept = await base.owner.sql.many(`select provider, headers from webhook_message where body = $1 order by id`, [raw]);
  expect(kept).toEqual([
    { provider: 'praxis', headers: signedBy('right') },
    { provider: 'second', headers: { 'x-second-signature': 'its own' } },
  ]);
});
