import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '../../base/sql.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import { keepCaptcha, useCaptcha } from './store.ts';

/** What a browser sends with a call that asks for a captcha (`captchaFields` of the contract). */
export interface CaptchaProof {
  readonly captcha_sid?: string | undefined;
  readonly challenge?: string | undefined;
  readonly validate?: string | undefined;
  readonly seccode?: string | undefined;
}

interface Judge {
  readonly sql: Sql;
  readonly captcha: Captcha;
  readonly now: Date;
}

/**
 * Whether the proof is a solved captcha, using it up: the number that validating answered, or the answer itself.
 * `none`: no proof was sent. `wrong`: not solved, used before, or the vendor did not say.
 */
export async function takeCaptcha(judge: Judge, proof: CaptchaProof): Promise<'solved' | 'wrong' | 'none'> {
  if (proof.captcha_sid !== undefined) {
    return (await useCaptcha(judge.sql, { codeHash: hashOf(proof.captcha_sid), now: judge.now })) ? 'solved' : 'wrong';
  }
  if (proof.challenge === undefined || proof.validate === undefined) return 'none';
  const answer = { challenge: proof.challenge, validate: proof.validate, seccode: proof.seccode ?? '' };
  const verdict = await judge.captcha.validate(answer);
  if (verdict.outcome !== 'passed') return 'wrong';
  const kept = await keepCaptcha(judge.sql, { ...verdict, codeHash: Buffer.alloc(0), now: judge.now, isUsed: true });
  return kept ? 'solved' : 'wrong';
}

/** Judges an answer ahead of the call that it is for. Answers the number to send with that call; undefined when it is wrong. */
export async function solveCaptcha(
  judge: Judge,
  answer: { challenge: string; validate: string; seccode: string },
): Promise<string | undefined> {
  const verdict = await judge.captcha.validate(answer);
  if (verdict.outcome !== 'passed') return undefined;
  const sid = randomBytes(18).toString('base64url');
  const kept = await keepCaptcha(judge.sql, { ...verdict, codeHash: hashOf(sid), now: judge.now, isUsed: false });
  return kept ? sid : undefined;
}

function hashOf(sid: string): Buffer {
  return createHash('sha256').update(sid).digest();
}
