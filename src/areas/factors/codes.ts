import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { secondMs } from '../../base/time.ts';

/** The secret of an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds, as every app takes it). */
export function newTotp(of: { readonly issuer: string; readonly email: string }): {
  readonly secret: string;
  readonly uri: string;
} {
  const secret = generateSecret();
  return { secret, uri: totpUri({ ...of, secret }) };
}

/** The address that the app reads as a QR code. */
export function totpUri(of: { readonly issuer: string; readonly email: string; readonly secret: string }): string {
  return generateURI({ issuer: of.issuer, label: of.email, secret: of.secret });
}

/** The app's clock may be one step ahead or behind. */
const toleranceSeconds = 30;

/** The step of time that the code belongs to; undefined when it is none of this secret, or not later than the step taken last. */
export function windowOf(
  code: string,
  of: { readonly secret: string; readonly afterStep: bigint | null; readonly wall: Date },
): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const verdict = verifySync({
    secret: of.secret,
    token,
    epoch: Math.floor(of.wall.getTime() / secondMs),
    epochTolerance: toleranceSeconds,
    ...(of.afterStep === null ? {} : { afterTimeStep: Number(of.afterStep) }),
  });
  return verdict.valid && 'timeStep' in verdict ? verdict.timeStep : undefined;
}

const recoveryCodes = 10;
const recoveryBytes = 10;

/** Fresh recovery codes, each of eighty bits: good once, for who has lost the app. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(recoveryBytes).toString('hex').matchAll(/.{5}/g)].map(([group]) => group).join('-'),
  );
}

/** Only the hash is kept; blanks, dashes and capitals do not count. */
export function recoveryHash(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest();
}
