import { expect, test } from 'vitest';
import { after, secondMs } from '../../base/time.ts';
import { failuresInARow, identityName, readIdentity, secondsToResend, secondsToWait } from './rules.ts';

const now = new Date('2026-03-02T10:00:00Z');
const limits = { firstDelaySeconds: 1, longestDelaySeconds: 300, forgetFailuresSeconds: 3600 };
const streak = (count: number, secondsAgo = 0) => ({ count, lastAt: after(now, -secondsAgo * secondMs) });

test('one signs in by e-mail in any case, or by client number as text or number', () => {
  expect(readIdentity(' Global.Active@Atrium.TEST ')).toEqual({ kind: 'email', email: 'global.active@atrium.test' });
  expect(readIdentity('100001')).toEqual({ kind: 'number', id: 100001 });
  expect(readIdentity(100001)).toEqual({ kind: 'number', id: 100001 });
});

test('what is neither e-mail nor number is nobody, and never another client', () => {
  const typed = ['thandi', '0', '99999999999', '2147483648', '-5', '1e5'];
  expect(typed.filter((text) => readIdentity(text).kind !== 'nobody')).toEqual([]);
  expect(identityName(readIdentity('5'))).not.toBe(identityName(readIdentity('#5')));
});

test('one failure costs no wait; from the second on the wait doubles up to the longest', () => {
  expect([0, 1, 2, 3, 4, 5, 30].map((count) => secondsToWait(streak(count), limits, now))).toEqual([0, 0, 1, 2, 4, 8, 300]);
});

test('a wait ends, and failures of long ago are forgotten', () => {
  expect(secondsToWait(streak(5, 7), limits, now)).toBe(1);
  expect(secondsToWait(streak(5, 8), limits, now)).toBe(0);
  expect(failuresInARow(streak(5, 3599), limits, now)).toBe(5);
  expect(failuresInARow(streak(5, 3600), limits, now)).toBe(0);
  expect(secondsToWait(undefined, limits, now)).toBe(0);
});

test('another PIN may be sent sixty seconds after the last', () => {
  expect(secondsToResend(undefined, 60, now)).toBe(0);
  expect(secondsToResend(after(now, -18 * secondMs), 60, now)).toBe(42);
  expect(secondsToResend(after(now, -60 * secondMs), 60, now)).toBe(0);
});
