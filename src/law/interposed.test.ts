import { expect, test } from 'vitest';
import { firstInterposed, interposed, type Unsettled } from './interposed.ts';

const settled: Unsettled = {
  isPasswordChangeRequired: false,
  isEnrolmentDue: false,
  isTermsAgreed: true,
  isClosed: false,
};

test.each([
  ['nothing', {}, null],
  ['a password that has to be set', { isPasswordChangeRequired: true }, 'required_password'],
  ['terms', { isTermsAgreed: false }, 'terms'],
  ['the password before the terms', { isPasswordChangeRequired: true, isTermsAgreed: false }, 'required_password'],
  ['the second step', { isEnrolmentDue: true }, 'registration_step2'],
  ['the second step before the terms', { isEnrolmentDue: true, isTermsAgreed: false }, 'registration_step2'],
  ['the password before the second step', { isPasswordChangeRequired: true, isEnrolmentDue: true }, 'required_password'],
  ['no terms to who is closed', { isTermsAgreed: false, isClosed: true }, null],
  ['a password also to who is closed', { isPasswordChangeRequired: true, isClosed: true }, 'required_password'],
])('what stands first over the page: %s', (_what, unsettled, first) => {
  expect(firstInterposed({ ...settled, ...unsettled })).toBe(first);
});

test('a password has to be set, who will not agree to terms is signed out, and the second step asks whether to go', () => {
  expect(interposed.required_password.closing).toBe('refused');
  expect(interposed.registration_step2.closing).toBe('asks');
  expect(interposed.terms.closing).toBe('signs_out');
});
