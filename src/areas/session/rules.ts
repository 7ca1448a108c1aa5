import { secondMs } from '../../base/time.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Settings } from '../../settings/index.ts';

/** Who somebody says to be at sign-in. */
export type Identity =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'number'; readonly id: number }
  /** Neither: nobody has it, and it is answered as a wrong password is. */
  | { readonly kind: 'nobody'; readonly typed: string };

const largestId = 2_147_483_647;

/** Reads what was typed as an e-mail or a client's number (interfaces §3). */
export function readIdentity(typed: string | number): Identity {
  const text = String(typed).trim().toLowerCase();
  if (text.includes('@')) return { kind: 'email', email: text };
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= largestId ? { kind: 'number', id } : { kind: 'nobody', typed: text };
}

/** The same identity however it was typed, for counting. */
export function identityName(identity: Identity): string {
  if (identity.kind === 'email') return identity.email;
  return identity.kind === 'number' ? `#${identity.id}` : `?${identity.typed}`;
}

export interface DelayLimits {
  readonly firstDelaySeconds: number;
  readonly longestDelaySeconds: number;
  readonly forgetFailuresSeconds: number;
}

export interface Streak {
  readonly count: number;
  readonly lastAt: Date;
}

const maxDoublings = 20;

/** How many failures in a row still count: none once they are long ago. */
export function failuresInARow(streak: Streak | undefined, limits: DelayLimits, wall: Date): number {
  if (!streak || wall.getTime() - streak.lastAt.getTime() >= limits.forgetFailuresSeconds * secondMs) return 0;
  return streak.count;
}

/** The seconds to wait before the next try: none after one failure, then doubling from the first delay to the longest. */
export function secondsToWait(streak: Streak | undefined, limits: DelayLimits, wall: Date): number {
  const failures = failuresInARow(streak, limits, wall);
  if (!streak || failures < 2) return 0;
  const doubled = limits.firstDelaySeconds * 2 ** Math.min(failures - 2, maxDoublings);
  const endsMs = streak.lastAt.getTime() + Math.min(doubled, limits.longestDelaySeconds) * secondMs;
  return Math.max(0, Math.ceil((endsMs - wall.getTime()) / secondMs));
}

/** The seconds left until another PIN may be sent; 0 when it may be sent now. */
export function secondsToResend(lastAskedAt: Date | undefined, resendSeconds: number, now: Date): number {
  if (!lastAskedAt) return 0;
  return Math.max(0, Math.ceil((lastAskedAt.getTime() + resendSeconds * secondMs - now.getTime()) / secondMs));
}

/** The version of a company's terms that counts now. */
export function termsVersion(settings: Pick<Settings, 'termsVersions'>, company: CompanyId): number {
  return settings.termsVersions[company];
}

/** The version of a company's notice on personal data that counts now. */
export function personalDataVersion(settings: Pick<Settings, 'personalDataNotice'>, company: CompanyId): number {
  return settings.personalDataNotice.versions[company];
}

/** Whether a client has agreed to that version of the terms, or to a later one. */
export function hasAgreed(
  client: { readonly is_terms_agreed: boolean; readonly terms_version: number },
  version: number,
): boolean {
  return client.is_terms_agreed && client.terms_version >= version;
}
