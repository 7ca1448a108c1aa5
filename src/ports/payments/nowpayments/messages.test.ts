import { describe, expect, test } from 'vitest';
import { coinMinor, isSignedBy, parseExactly, signatureOf, sortedJson } from './messages.ts';

const vector =
  'a5acb3f521247deff8547ff6acdd46208921c72f4c185f39c2395ac04436c0b71f51504e73eebf795ec1331958b50bc48b27edfb979fdd1dde801be877339cf1';

describe('NOWPayments’ messages', () => {
  test('are signed over the body with the keys of every object in order', () => {
    const body = {
      payment_status: 'finished',
      fee: { withdrawalFee: 0, currency: 'btc' },
      actually_paid: 0.0041,
      order_id: 'r7-1',
    };
    expect(sortedJson(body)).toBe(
      '{"actually_paid":0.0041,"fee":{"currency":"btc","withdrawalFee":0},"order_id":"r7-1","payment_status":"finished"}',
    );
    // Reckoned by hand: openssl dgst -sha512 -hmac "secret" over {"a":1,"b":{"c":2,"d":[{"e":3,"f":4}]}}
    const nested = { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 };
    expect(signatureOf(nested, 'secret')).toBe(vector);
    expect(isSignedBy(vector.toUpperCase(), nested, 'secret')).toBe(true);
    expect(isSignedBy(vector, { ...nested, a: 2 }, 'secret')).toBe(false);
    expect(isSignedBy(undefined, nested, 'secret')).toBe(false);
  });

  test.each([
    ['0.0041', 410_000n, 410_000n],
    ['1e-8', 1n, 1n],
    ['2.5E3', 250_000_000_000n, 250_000_000_000n],
    // More decimals than the ledger has: what is asked for is rounded up, what has come down.
    ['0.000000019', 2n, 1n],
    ['12.345678901234567890', 1_234_567_891n, 1_234_567_890n],
  ])('%s of a coin is %i to be asked for and %i that has come', (text, up, down) => {
    expect([coinMinor(text, 'up'), coinMinor(text, 'down')]).toEqual([up, down]);
  });

  test('what is no amount is none, and numbers keep every decimal that they were written with', () => {
    for (const text of ['', '-1', 'NaN', '1e999', '0x10']) expect(coinMinor(text, 'down')).toBeUndefined();
    expect(parseExactly('{"a":12345678901234567890.123456789012345678}')).toEqual({
      a: '12345678901234567890.123456789012345678',
    });
    expect(parseExactly('<html>')).toBeUndefined();
  });
});
