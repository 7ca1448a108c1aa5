import { expect, test } from 'vitest';
import { after, hourMs, minuteMs, secondMs } from '../../base/time.ts';
import { nextActOf } from './next.ts';

const begun = new Date('2026-03-02T10:00:00Z');
const at = (phase: Parameters<typeof nextActOf>[0]['phase'], ms: number) =>
  nextActOf({ phase, updatedAt: begun, expiresAt: after(begun, hourMs) }, after(begun, ms));

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
