import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaProof } from './captcha.ts';

/** Does the proof of work of the embedded captcha (ports/captcha/altcha) and answers what goes with the call. */
export async function solveCaptcha(challenge: string): Promise<CaptchaProof> {
  const asked = JSON.parse(atob(challenge.replaceAll('-', '+').replaceAll('_', '/'))) as Parameters<
    typeof solveChallenge
  >[0]['challenge'];
  const solution = await solveChallenge({ challenge: asked, deriveKey });
  if (!solution) throw new Error('the captcha has no solution');
  return { challenge, validate: btoa(JSON.stringify({ challenge: asked, solution })), seccode: '' };
}
