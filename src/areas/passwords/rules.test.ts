import { expect, test } from 'vitest';
import { checkPassword, methodsOf, sentBy } from './rules.ts';

test.each([
  ['Harbour2026', undefined],
  ['Gänse-Füße1', undefined],
  ['Short12', 'password_too_weak'],
  ['nouppercase1', 'password_too_weak'],
  ['NOLOWERCASE1', 'password_too_weak'],
  ['NoDigitAtAll', 'password_too_weak'],
  ['xNKOSI2026x', 'password_contains_name'],
  ['Li2026-Harbour', undefined],
])('the password %s is judged %s', (password, code) => {
  const verdict = checkPassword({ password, password2: password, names: ['Nkosi', 'Li', ''] });
  expect(verdict.ok ? undefined : verdict.code).toBe(code);
});

test('what was typed differently is told at the second field', () => {
  const verdict = checkPassword({ password: 'Harbour2026', password2: 'Harbour2027', names: [] });
  expect(verdict).toMatchObject({ ok: false, code: 'passwords_differ', field: 'password2' });
});

test.each([
  ['email_sms', 'IN', 'sms'],
  ['email_sms', 'PH', 'sms'],
  ['email_sms', 'ZA', 'email'],
  ['voice', 'IN', 'voice'],
] as const)('where the PIN of %s is looked for in %s, its label says %s', (method, country, sender) => {
  expect(sentBy(method, country)).toBe(sender);
});

test('nobody is called whose number is not known', () => {
  expect([methodsOf(null), methodsOf('+27821234567')]).toEqual([['email_sms'], ['email_sms', 'voice']]);
});
