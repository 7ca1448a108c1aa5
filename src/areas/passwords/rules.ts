import type { Verdict } from '../../base/refusal.ts';
import { smsPinCountries } from '../../law/contacts.ts';
import type { PinMethod } from './contract.ts';

export interface NewPassword {
  readonly password: string;
  readonly password2: string;
  /** What nobody should find in it. */
  readonly names: readonly string[];
}

export type PasswordCode = 'password_too_weak' | 'passwords_differ' | 'password_contains_name';

/** Document 3 §5: at least eight characters with a digit, an upper-case and a lower-case letter. */
const least = 8;
/** Shorter names are found in many words by chance. */
const leastName = 3;

/** Whether a password may be somebody's sign-in password, and was typed alike twice. */
export function checkPassword({ password, password2, names }: NewPassword): Verdict<string, PasswordCode> {
  const isStrong = [...password].length >= least && /\d/.test(password) && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password);
  if (!isStrong) return { ok: false, code: 'password_too_weak', field: 'password' };
  if (containsName(password, names)) return { ok: false, code: 'password_contains_name', field: 'password' };
  if (password !== password2) return { ok: false, code: 'passwords_differ', field: 'password2' };
  return { ok: true, value: password };
}

export function containsName(password: string, names: readonly string[]): boolean {
  const lower = password.toLowerCase();
  return names.some((name) => name.trim().length >= leastName && lower.includes(name.trim().toLowerCase()));
}

/** What brings a PIN, as its label says it. */
export type PinSender = 'email' | 'sms' | 'voice';

/** Document 3 §9: clients from some countries look for it among their text messages, all others in their mail. */
export function sentBy(method: PinMethod, country: string): PinSender {
  if (method === 'voice') return 'voice';
  return smsPinCountries.includes(country) ? 'sms' : 'email';
}

/** How a PIN can reach somebody with that number, or with none. */
export function methodsOf(phone: string | null): readonly PinMethod[] {
  return phone === null ? ['email_sms'] : ['email_sms', 'voice'];
}
