import { describe, expect, test } from 'vitest';
import { authentication } from '../../../sandbox/praxis/messages.ts';
import { openPraxis } from './index.ts';
import { transactionFacts } from './lookingUp.ts';
import { acknowledgementSignature, cashierSignature, sign } from './messages.ts';

/**
 * Vectors that neither side of this code made: each is the concatenation of the documented fields and the secret
 * "secret", hashed by `printf %s '<text>' | openssl dgst -sha384`.
 */
const vectors = {
  // ATRIUM atrium-web 1700000000 payment 1001 R-42 0xsecret
  cashier: '1ed2cbefbe8be4e34c9477e83271cd91e200124f59aab8fc49df92d97768677be10cbd8d46c57192618d3d65b5f21206',
  // ATRIUM atrium-web 1700000000 tok-1 R-42 077 USD 25000 secret: the three nulls of a pending payment are skipped
  pending: '30f5057e2682276899fc5d42b02a42c526fc59d6007f00d144cd6bdffb9b03a8845d784ad9bdc989c04cacedcccb1fd5',
  // ATRIUM atrium-web 1700000000 tok-1 R-42 077 USD 25000 1.000000 USD 25000 secret
  approved: '653a47d82d8f95fe876d2681736f092591ec0db4e642f5afc6405531b5f5286d78b23afffe314db394084d54dad5881c',
  // 0 1700000000 secret
  acknowledged: '4f4fcd9ca140c26cbd8f965dc5e362808c863c9e99be6ebdf8fdc64d6ad5feba9f04a7c49f1bb3f2c5f3772f617db201',
};

const settings = {
  address: 'http://127.0.0.1:9',
  merchantId: 'ATRIUM',
  applicationKey: 'atrium-web',
  merchantSecret: 'secret',
  clock: { now: () => new Date(0), wall: () => new Date(1_700_000_000_000) },
};

const notification = {
  merchant_id: 'ATRIUM',
  application_key: 'atrium-web',
  conversion_rate: null,
  customer: { customer_token: 'tok-1' },
  session: { order_id: 'R-42', session_status: 'open' },
  transaction: {
    transaction_type: 'sale',
    transaction_status: 'pending',
    tid: '077',
    currency: 'USD',
    amount: 25_000,
    conversion_rate: null as string | null,
    processed_currency: null as string | null,
    processed_amount: null as number | null,
  },
  version: '1.3',
  timestamp: 1_700_000_000,
};

const settled = {
  ...notification,
  session: { order_id: 'R-42', session_status: 'successful' },
  transaction: {
    ...notification.transaction,
    transaction_status: 'approved',
    conversion_rate: '1.000000',
    processed_currency: 'USD',
    processed_amount: 25_000,
  },
};

const read = (body: object, signature: string) =>
  openPraxis(settings).readNotification(Buffer.from(JSON.stringify(body)), { 'gt-authentication': signature });

describe('the signatures of Praxis', () => {
  test('a cashier request is signed over its six fields, by connector and provider alike', () => {
    const body = {
      merchant_id: 'ATRIUM',
      application_key: 'atrium-web',
      intent: 'payment' as const,
      currency: 'USD',
      amount: 25_000,
      cid: '1001',
      locale: 'en-US',
      order_id: 'R-42',
      customer_data: { country: 'ZA', first_name: 'A', last_name: 'B', email: 'a@atrium.test' },
      payment_method: null,
      variable1: null,
      notification_url: 'https://portal.test/n',
      validation_url: null,
      return_url: 'https://portal.test/r',
      version: '1.3',
      timestamp: 1_700_000_000,
    };
    expect(sign(cashierSignature(body), '0xsecret')).toBe(vectors.cashier);
    expect(authentication(['ATRIUM', 'atrium-web', 1_700_000_000, 'payment', '1001', 'R-42'], '0xsecret')).toBe(vectors.cashier);
  });

  test('an acknowledgement is signed over its status and time', () => {
    expect(sign(acknowledgementSignature({ status: 0, timestamp: 1_700_000_000 }), 'secret')).toBe(vectors.acknowledged);
    expect(openPraxis(settings).acknowledge(true).headers['gt-authentication']).toBe(vectors.acknowledged);
  });

  test('a notification is verified with nulls skipped', () => {
    expect(read(notification, vectors.pending)).toMatchObject({ verified: true, payment: { status: 'pending' } });
    expect(read(settled, vectors.approved)).toMatchObject({ verified: true, payment: { status: 'approved' } });
  });

  test('a changed amount, another order or another merchant is not verified', () => {
    const richer = { ...settled, transaction: { ...settled.transaction, amount: 99_000 } };
    expect(read(richer, vectors.approved)).toMatchObject({ verified: false, reason: 'wrong_signature' });
    const other = { ...settled, session: { ...settled.session, order_id: 'R-43' } };
    expect(read(other, vectors.approved)).toMatchObject({ verified: false, reason: 'wrong_signature' });
    expect(read({ ...settled, merchant_id: 'OTHER' }, vectors.approved)).toMatchObject({
      verified: false,
      reason: 'wrong_merchant',
    });
    expect(read(settled, '')).toMatchObject({ verified: false, reason: 'wrong_signature' });
  });

  test('the status is outside the signature, and the port says so', () => {
    const lifted = { ...notification, transaction: { ...notification.transaction, transaction_status: 'approved' } };
    expect(read(lifted, vectors.pending)).toMatchObject({ verified: true, statusIsSigned: false });
  });
});

const factsOf = ({ type, status, session }: { type: string; status: string; session: string }) =>
  transactionFacts({
    session: { order_id: 'R-42', session_status: session },
    transaction: { ...notification.transaction, transaction_type: type, transaction_status: status },
  });

describe('what the words of Praxis mean for an order', () => {
  test.each([
    { type: 'sale', status: 'approved', session: 'successful', means: 'approved' },
    { type: 'sale', status: 'rejected', session: 'failed', means: 'declined' },
    { type: 'sale', status: 'rejected', session: 'open', means: 'pending' },
    { type: 'sale', status: 'error', session: 'expired', means: 'declined' },
    { type: 'sale', status: 'pending_async', session: 'open', means: 'pending' },
    { type: 'sale', status: 'a word of next year', session: 'open', means: 'pending' },
    { type: 'sale', status: 'constructor', session: 'successful', means: 'pending' },
    { type: 'sale', status: 'chargeback', session: 'successful', means: 'approved', kind: 'chargeback', undoes: true },
    { type: 'sale', status: 'reversed', session: 'successful', means: 'approved', kind: 'refund', undoes: true },
    { type: 'payout', status: 'requested', session: 'action required', means: 'pending', kind: 'payout' },
    { type: 'payout', status: 'approved', session: 'successful', means: 'approved', kind: 'payout' },
    { type: 'refund', status: 'approved', session: 'successful', means: 'approved', kind: 'refund' },
    { type: 'refund', status: 'pending', session: 'successful', means: 'pending', kind: 'refund' },
    { type: 'chargeback', status: 'approved', session: 'successful', means: 'approved', kind: 'chargeback' },
    { type: 'reversal', status: 'approved', session: 'successful', means: 'approved', kind: 'won_back' },
    { type: 'refund', status: 'rejected', session: 'successful', means: 'declined', kind: 'refund' },
    { type: 'authorization', status: 'approved', session: 'successful', means: 'pending' },
    { type: 'constructor', status: 'name', session: 'successful', means: 'pending' },
  ])('$type $status in a session that is $session is $means', ({ means, kind = 'payment', undoes = false, ...words }) => {
    expect(factsOf(words)).toMatchObject({ status: means, kind, undoesItself: undoes });
  });

  test('a session that ran out without an attempt is cancelled', () => {
    expect(transactionFacts({ session: { order_id: 'R-42', session_status: 'expired' }, transaction: null }).status).toBe(
      'cancelled',
    );
  });
});
