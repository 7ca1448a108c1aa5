/** Does the browser's work: the proof that the embedded captcha asks for. */
export async function solveAltcha({ challenge }: { readonly challenge: string }) {
  const { solveChallenge } = await import('altcha-lib');
  const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2');
  const asked = JSON.parse(Buffer.from(challenge, 'base64url').toString('utf8'));
  const solution = await solveChallenge({ challenge: asked, deriveKey });
  return { challenge, validate: Buffer.from(JSON.stringify({ challenge: asked, solution })).toString('base64'), seccode: '' };
}
