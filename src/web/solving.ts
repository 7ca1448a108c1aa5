import { CallFailure } from '../ui/api/failure.ts';
import { CaptchaFailure, type CaptchaProof, type Challenge } from './captcha.ts';

/** Sends a call once more with the captcha that it was refused for; a captcha that was not solved leaves the refusal. */
export async function withSolved<Answer>(refused: CallFailure, send: (proof: CaptchaProof) => Promise<Answer>): Promise<Answer> {
  const captcha = readChallenge(refused.data);
  if (captcha === undefined) throw refused;
  const proof = await solveCaptcha(captcha).catch((error: unknown) => {
    throw error instanceof CaptchaFailure ? refused : error;
  });
  return send(proof);
}

/** The challenge in a refusal's data. */
export function readChallenge(data: unknown): Challenge | undefined {
  const { captcha } = (data ?? {}) as { readonly captcha?: Partial<Record<keyof Challenge, unknown>> };
  const { gt, challenge, success } = captcha ?? {};
  return typeof gt === 'string' && typeof challenge === 'string' && typeof success === 'number'
    ? { gt, challenge, success }
    : undefined;
}

/**
 * Solves a challenge: the embedded one by this browser's own work, the vendor's by the person in front of it. Only the code of
 * the one that is asked for is loaded. Throws a CaptchaFailure.
 */
export async function solveCaptcha(captcha: Challenge): Promise<CaptchaProof> {
  if (captcha.gt === 'altcha') {
    const { solveCaptcha: work } = await import('./proofOfWork.ts').catch(failToLoad);
    return work(captcha.challenge);
  }
  const { solveGeetest } = await import('./geetest.ts').catch(failToLoad);
  return solveGeetest(captcha);
}

function failToLoad(cause: unknown): never {
  throw new CaptchaFailure('unreachable', cause);
}
