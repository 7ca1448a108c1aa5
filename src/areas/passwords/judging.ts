import type { Verdict } from '../../base/refusal.ts';
import { isBreached } from './breached.ts';
import { checkPassword, type NewPassword, type PasswordCode } from './rules.ts';

/** Whether it may be somebody's sign-in password: what the page can see of it, and that it was in no breach. */
export async function judgePassword(given: NewPassword): Promise<Verdict<string, PasswordCode | 'password_breached'>> {
  const verdict = checkPassword(given);
  if (!verdict.ok || !(await isBreached(given.password))) return verdict;
  return { ok: false, code: 'password_breached', field: 'password' };
}
