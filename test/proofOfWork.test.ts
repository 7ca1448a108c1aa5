import { expect, test } from 'vitest';
import { openAltcha } from '../src/ports/captcha/altcha/index.ts';
import { solveCaptcha } from '../src/web/proofOfWork.ts';

const clock = { now: () => new Date('2026-03-01T12:00:00Z'), wall: () => new Date('2026-03-01T12:00:00Z') };

test("the browser's own work is what the embedded captcha asks for", async () => {
  const captcha = openAltcha({ secret: 'a secret of at least thirty-two characters', clock, cost: 10 });
  const { challenge } = await captcha.register();
  await expect(captcha.validate(await solveCaptcha(challenge))).resolves.toMatchObject({ outcome: 'passed' });
});
