import { describe, expect, test } from 'vitest';
import { isBreached } from './breached.ts';
import { judgePassword } from './judging.ts';

const judged = async (password: string) => {
  const verdict = await judgePassword({ password, password2: password, names: [] });
  return verdict.ok ? 'good' : verdict.code;
};

describe('a password that was found in breaches', () => {
  test.each(['Password1', 'PASSWORd1', 'Passw0rd', 'Trustno1', 'Letmein1', 'Welcome1', 'Qwerty123', 'Football1'])(
    '%s is strong enough by its signs, and is refused all the same',
    async (password) => expect(await judged(password)).toBe('password_breached'),
  );

  test('is known with signs in the place of letters', async () => {
    expect(await isBreached('P@$$w0rd')).toBe(true);
    expect(await isBreached('L3tm31n')).toBe(true);
  });
});

test.each(['Sandbox2026!', 'Harbour2026', 'correct Horse 7 battery', 'Öresund bridge 1'])('%s may be chosen', async (password) =>
  expect(await judged(password)).toBe('good'),
);

test('what is too weak by its signs is told so first', async () => {
  expect(await judged('password1')).toBe('password_too_weak');
});
