import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSkrill } from './index.ts';
import { isSignedBy, readQueryAnswer, reportSignature } from './messages.ts';

// Reckoned by hand with md5sum: 4637827, r7-1, MD5("word") in capitals, 250, USD, 2.
const word = 'C47D187067C6CF953245F128B5FDE62A';
const signature = createHash('md5').update(`4637827r7-1${word}250USD2`).digest('hex').toUpperCase();
const report = {
  merchant_id: '4637827',
  transaction_id: 'r7-1',
  mb_transaction_id: '91',
  mb_amount: '250',
  mb_currency: 'USD',
  status: '2',
  md5sig: signature,
};
const skrill = openSkrill({
  address: 'http://127.0.0.1:9',
  queryAddress: 'http://127.0.0.1:9',
  merchantId: '4637827',
  email: 'shop@atrium.test',
  secretWord: 'word',
  queryPassword: 'query',
  clock: { now: () => new Date(0), wall: () => new Date(0) },
});
const read = (fields: Readonly<Record<string, string>>) =>
  skrill.readNotification(Buffer.from(new URLSearchParams({ ...report, ...fields }).toString()), {});

describe('Skrill’s reports', () => {
  test('the secret word is hashed and in capitals in the signature, as the guide has it', () => {
    expect(createHash('md5').update('word').digest('hex').toUpperCase()).toBe(word);
    expect(reportSignature(report, 'word')).toBe(signature);
    expect(isSignedBy({ ...report, md5sig: signature.toLowerCase() }, 'word')).toBe(true);
    expect(isSignedBy(report, 'another')).toBe(false);
  });

  test.each([
    ['2', { kind: 'payment', status: 'approved', undoesItself: false }],
    ['0', { kind: 'payment', status: 'pending', undoesItself: false }],
    ['-1', { kind: 'payment', status: 'cancelled', undoesItself: false }],
    ['-2', { kind: 'payment', status: 'declined', undoesItself: false }],
    // A chargeback under the payment's own number.
    ['-3', { kind: 'chargeback', status: 'approved', undoesItself: true }],
    ['7', { kind: 'payment', status: 'pending', undoesItself: false }],
  ])('status %s is read as %j', (status, told) => {
    const md5sig = reportSignature({ ...report, status }, 'word');
    expect(read({ status, md5sig })).toMatchObject({
      verified: true,
      statusIsSigned: false,
      payment: { ...told, amount: { minor: 25_000n, currency: 'USD' } },
    });
  });

  test.each(['transaction_id', 'mb_amount', 'mb_currency', 'status'])('a report whose %s was changed is not believed', (name) => {
    expect(read({ [name]: name === 'mb_currency' ? 'EUR' : '-1' })).toMatchObject({ verified: false, reason: 'wrong_signature' });
  });

  test('a report of another merchant, or of none, is not believed', () => {
    expect(read({ merchant_id: '1' })).toMatchObject({ verified: false, reason: 'wrong_merchant', reference: 'r7-1' });
    expect(skrill.readNotification(Buffer.from('{}'), {})).toMatchObject({ verified: false, reason: 'malformed' });
  });

  test('an answer of the query interface is a code, a sentence and a body', () => {
    expect(readQueryAnswer('200\t\tOK\nstatus=2')).toEqual({ code: 200, message: 'OK', body: 'status=2' });
    expect(readQueryAnswer('403\t\tTransaction not found')).toMatchObject({ code: 403, body: '' });
    expect(readQueryAnswer('<html>')).toBeUndefined();
  });
});
