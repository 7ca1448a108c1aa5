import { expect, test } from 'vitest';
import { after, hourMs, minuteMs, secondMs } from '../../base/time.ts';
import { nextActOf } from './next.ts';

const begun = new Date('2026-03-02T10:00:00Z');
const at = (phase: Parameters<typeof nextActOf>[0]['phase'], ms: number) =>
  nextActOf({ type: 'deposit', phase, updatedAt: begun, expiresAt: after(begun, hourMs) }, after(begun, ms));

test('a payment waits for the client until its page ends, and is late from then on', () => {
  expect(at('waiting_payment', 59 * minuteMs)).toMatchObject({ who: 'client', until: after(begun, hourMs), isLate: false });
  expect(at('waiting_payment', 61 * minuteMs)).toMatchObject({ isLate: true });
});

test.each([
  ['starting', 'provider'],
  ['received', 'platform'],
  ['held', 'platform'],
  ['sent', 'platform'],
  ['returning', 'platform'],
  ['reversing', 'platform'],
] as const)('what is %s waits for the %s, and says so when that takes longer than usual', (phase, who) => {
  expect(at(phase, secondMs)).toMatchObject({ who, until: after(begun, minuteMs), isLate: false });
  expect(at(phase, 2 * minuteMs)).toMatchObject({ who, isLate: true });
});

test('the client may take any time to accept what arrived', () => {
  expect(at('on_review', 1000 * hourMs)).toMatchObject({ who: 'client', until: undefined, isLate: false });
});

test('what staff has to agree to is never late: nobody can say how long a person takes', () => {
  expect(at('awaiting_approval', 1000 * hourMs)).toMatchObject({ who: 'staff', until: undefined, isLate: false });
});

test.each(['completed', 'declined', 'cancelled', 'failed'] as const)('what is %s waits for nobody', (phase) => {
  expect(at(phase, 0)).toBeUndefined();
});

test('a withdrawal is decided by the time that was promised, and late from then on', () => {
  const waiting = { type: 'withdraw', phase: 'awaiting_approval', updatedAt: begun, expiresAt: after(begun, hourMs) } as const;
  expect(nextActOf(waiting, begun)).toMatchObject({ who: 'staff', until: after(begun, hourMs), isLate: false });
  expect(nextActOf(waiting, after(begun, 2 * hourMs))).toMatchObject({ isLate: true });
});

test('what is paid out waits for its provider, who may take days; a new destination until it has cooled off', () => {
  const sent = { type: 'withdraw', phase: 'sent', updatedAt: begun, expiresAt: after(begun, hourMs) } as const;
  expect(nextActOf(sent, begun)).toMatchObject({ who: 'provider', until: after(begun, hourMs) });
  expect(nextActOf(sent, after(begun, 90 * hourMs))).toMatchObject({ who: 'provider', until: undefined, isLate: false });
});
