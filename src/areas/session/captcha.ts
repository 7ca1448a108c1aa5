import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import type { CaptchaAction } from './contract.ts';
import { keepChallenge, solveChallengeRow, useCaptcha } from './store.ts';

/** What a browser sends with a call that asks for a captcha (`captchaFields` of the contract). */
export interface CaptchaProof {
  readonly captcha_sid?: string | undefined;
  readonly challenge?: string | undefined;
  readonly validate?: string | undefined;
  readonly seccode?: string | undefined;
}

interface Answer {
  readonly challenge: string;
  readonly validate: string;
  readonly seccode: string;
}

/** A captcha is good for one action, and for one somebody as soon as it is known who that is. */
export interface CaptchaUse {
  readonly sql: Sql;
  readonly captcha: Captcha;
  readonly now: Date;
  readonly action: CaptchaAction;
  /** Who the action is about, as `countedAs` of sign-in names them; undefined while nobody has said. */
  readonly about: string | undefined;
}

/** Puts a challenge, good for `lifeSeconds` and once. */
export async function putCaptcha(use: CaptchaUse, lifeSeconds: number) {
  const { gt, challenge, success, mark } = await use.captcha.register();
  const expiresAt = after(use.now, lifeSeconds * secondMs);
  await keepChallenge(use.sql, { ...use, mark, expiresAt });
  return { gt, challenge, success };
}

/**
 * Whether the proof is a solved captcha for this use, using it up: the number that validating answered, or the answer
 * itself. `none`: no proof was sent. `wrong`: not solved, for something else, used before, or the vendor did not say.
 */
export async function takeCaptcha(use: CaptchaUse, proof: CaptchaProof): Promise<'solved' | 'wrong' | 'none'> {
  const { captcha_sid: sid, challenge, validate, seccode = '' } = proof;
  if (sid === undefined && (challenge === undefined || validate === undefined)) return 'none';
  const number = sid ?? (await solveCaptcha(use, { challenge: challenge ?? '', validate: validate ?? '', seccode }));
  if (number === undefined) return 'wrong';
  return (await useCaptcha(use.sql, { ...use, codeHash: hashOf(number) })) ? 'solved' : 'wrong';
}

/** Judges an answer ahead of the call that it is for. Answers the number to send with that call; undefined when it is wrong. */
export async function solveCaptcha(use: CaptchaUse, answer: Answer): Promise<string | undefined> {
  const verdict = await use.captcha.validate(answer);
  if (verdict.outcome !== 'passed') return undefined;
  const sid = randomBytes(18).toString('base64url');
  const isSolved = await solveChallengeRow(use.sql, { ...use, mark: verdict.mark, codeHash: hashOf(sid) });
  return isSolved ? sid : undefined;
}

function hashOf(sid: string): Buffer {
  return createHash('sha256').update(sid).digest();
}
