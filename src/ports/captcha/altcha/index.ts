import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { after, type Clock } from '../../../base/time.ts';
import { challengeLifetimeMs, type Captcha, type CaptchaAnswer, type CaptchaChallenge, type CaptchaVerdict } from '../port.ts';

export interface AltchaSettings {
  /** Signs the challenges; the same on every machine, at least 32 characters. */
  readonly secret: string;
  readonly clock: Clock;
  /** Rounds of PBKDF2 in one attempt; a browser makes 256 attempts on average. */
  readonly cost: number;
}

/**
 * The embedded challenge: a proof of work that the browser does by itself (altcha.org), with no outside party.
 * `challenge` is the signed challenge as base64url of its JSON, `validate` the payload that the altcha widget makes
 * (base64 of `{ challenge, solution }`); `seccode` is there for the shape and says nothing.
 */
export function openAltcha(settings: AltchaSettings): Captcha {
  if (settings.secret.length < 32) throw new RangeError('the captcha secret has at least 32 characters');
  return {
    browser: undefined,
    register: () => register(settings),
    validate: (answer) => validate(settings, answer),
  };
}

async function register(settings: AltchaSettings): Promise<CaptchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: settings.cost,
    deriveKey,
    // The deadline is in our own time, so that it moves with the application's clock.
    data: { until: after(settings.clock.now(), challengeLifetimeMs).getTime() },
    hmacSignatureSecret: settings.secret,
  });
  const written = Buffer.from(JSON.stringify(challenge)).toString('base64url');
  return { gt: 'altcha', challenge: written, success: 1, mark: markOf(challenge) };
}

async function validate(settings: AltchaSettings, answer: CaptchaAnswer): Promise<CaptchaVerdict> {
  const asked = challengeSchema.safeParse(decode(answer.challenge));
  const given = payloadSchema.safeParse(decode(answer.validate));
  if (!asked.success || !given.success) return { outcome: 'failed', reason: 'malformed' };
  const { challenge, solution } = given.data;
  if (challenge.signature !== asked.data.signature) return { outcome: 'failed', reason: 'wrong' };
  const result = await verifySolution({
    challenge: { parameters: defined(challenge.parameters), signature: challenge.signature },
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    hmacSignatureSecret: settings.secret,
  }).catch(() => undefined);
  if (!result?.verified) return { outcome: 'failed', reason: 'wrong' };
  const expiresAt = new Date(challenge.parameters.data.until);
  if (expiresAt <= settings.clock.now()) return { outcome: 'failed', reason: 'expired' };
  return { outcome: 'passed', mark: markOf(challenge) };
}

function markOf({ signature = '' }: { signature?: string | undefined }): string {
  return `altcha:${signature}`;
}

/** The challenge as altcha-lib writes it. The bounds keep a forged one from costing us work. */
const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string().max(64),
    salt: z.string().max(64),
    cost: z.number().int().min(1).max(100_000),
    keyLength: z.number().int().min(1).max(64),
    keyPrefix: z.string().max(64),
    expiresAt: z.number().optional(),
    data: z.object({ until: z.number() }),
  }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
const payloadSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(128) }),
});

const maxAnswerLength = 4096;

function decode(text: string): unknown {
  if (text.length > maxAnswerLength) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

function defined(parameters: z.infer<typeof challengeSchema>['parameters']) {
  const { expiresAt, ...others } = parameters;
  return expiresAt === undefined ? others : { ...others, expiresAt };
}
