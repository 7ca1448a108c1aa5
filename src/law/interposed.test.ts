import { expect, test } from 'vitest';
import { firstInterposed, interposed, type Outstanding } from './interposed.ts';

const nothing: Outstanding = {
  isPasswordChangeRequired: false,
  isEnrolmentDue: false,
  isTermsAgreed: true,
  isClosed: false,
  isPersonalDataAgreed: true,
  isFeedbackDue: false,
  due: [],
};

test.each<readonly [string, Partial<Outstanding>, string | null]>([
  ['nothing', {}, null],
  ['a password that has to be set', { isPasswordChangeRequired: true }, 'required_password'],
  ['terms', { isTermsAgreed: false }, 'terms'],
  ['the password before the terms', { isPasswordChangeRequired: true, isTermsAgreed: false }, 'required_password'],
  ['the second step', { isEnrolmentDue: true }, 'registration_step2'],
  ['the second step before the terms', { isEnrolmentDue: true, isTermsAgreed: false }, 'registration_step2'],
  ['the password before the second step', { isPasswordChangeRequired: true, isEnrolmentDue: true }, 'required_password'],
  ['no terms to who is closed', { isTermsAgreed: false, isClosed: true }, null],
  ['the yearly confirmation', { due: ['yearly_confirmation'] }, 'yearly_confirmation'],
  ['the terms before the yearly confirmation', { isTermsAgreed: false, due: ['yearly_confirmation'] }, 'terms'],
  ['the yearly confirmation before the employer', { due: ['employment', 'yearly_confirmation'] }, 'yearly_confirmation'],
  ['the employer before taxes', { due: ['tax_number', 'employment'] }, 'employer_info'],
  ['taxes before the turnover', { due: ['anticipated_turnover', 'tax_number'] }, 'tax_residency'],
  ['the turnover before the risk', { due: ['cfd_risk', 'anticipated_turnover'] }, 'anticipated_turnover'],
  ['the risk before the professional', { due: ['professional', 'cfd_risk'] }, 'cfd_risk_questionnaire'],
  ['the professional', { due: ['professional'] }, 'professional_confirmation'],
  ['the notice on personal data', { isPersonalDataAgreed: false }, 'personal_data_notice'],
  [
    'the professional before the notice on personal data',
    { isPersonalDataAgreed: false, due: ['professional'] },
    'professional_confirmation',
  ],
  ['the feedback last of all', { isFeedbackDue: true, isPersonalDataAgreed: false }, 'personal_data_notice'],
  ['the feedback', { isFeedbackDue: true }, 'feedback'],
  ['neither of both to who is closed', { isClosed: true, isPersonalDataAgreed: false, isFeedbackDue: true }, null],
  ['nothing that is due to who is closed', { isClosed: true, due: ['yearly_confirmation', 'employment', 'cfd_risk'] }, null],
  ['a password also to who is closed', { isPasswordChangeRequired: true, isClosed: true }, 'required_password'],
])('what stands first over the page: %s', (_what, outstanding, first) => {
  expect(firstInterposed({ ...nothing, ...outstanding })).toBe(first);
});

test('a password has to be set, who will not agree to terms is signed out, and the second step asks whether to go', () => {
  expect(interposed.required_password.closing).toBe('refused');
  expect(interposed.registration_step2.closing).toBe('asks');
  expect(interposed.terms.closing).toBe('signs_out');
  expect(interposed.yearly_confirmation.closing).toBe('asks');
  expect(interposed.personal_data_notice.closing).toBe('signs_out');
});

test('what is asked after them is put off by closing it', () => {
  const later = [
    'employer_info',
    'tax_residency',
    'anticipated_turnover',
    'cfd_risk_questionnaire',
    'professional_confirmation',
    'feedback',
  ] as const;
  expect(later.map((name) => interposed[name].closing)).toEqual(later.map(() => 'puts_off'));
});
