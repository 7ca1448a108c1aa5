import { describe, expect, test } from 'vitest';
import { challengeAnswer, parameters, passwordDigest, pointsOf, priceText } from './messages.ts';

describe('the stand-in for the MetaTrader server', () => {
  // The vendor's published vectors, so that server and connector are each held to something outside both.
  test('signs as published', () => {
    const digest = passwordDigest('Password1');
    expect(digest.toString('hex')).toBe('904ba8ecb16273d2f0ae9c3b8a023752');
    expect(challengeAnswer(digest, '73007dc7184747ce0f7c98516ef1c851')).toBe('77fe51827f7fa69dd80fbec9aa33f1bb');
    expect(challengeAnswer(digest, '4db98fec17aab4dc5a240bdc659e8395')).toBe('1732021b1b332f51660b2b315eed3a35');
  });

  test('undoes the escapes of a query and lets the body overrule it', () => {
    const url = new URL('http://vendor/api/user/add?group=global%5C%5Cretail&name=A%5C%3DB&leverage=100');
    const found = parameters(url, '{"Leverage":"200","PassMain":"x"}');
    expect(Object.fromEntries(found)).toEqual({ group: 'global\\retail', name: 'A=B', leverage: '200', passmain: 'x' });
  });

  test('keeps prices in whole points', () => {
    expect(priceText(108_500, 5)).toBe('1.08500');
    expect(priceText(7, 2)).toBe('0.07');
    expect(pointsOf('1.085', 5)).toBe(108_500);
    expect(pointsOf('1.0850001', 5)).toBeUndefined();
    expect(pointsOf('-1', 5)).toBeUndefined();
  });
});
