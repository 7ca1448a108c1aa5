import { z } from 'zod';
import { count, declareSettings, rateLimit } from '../../settings/declare.ts';

export const passwordsSettings = declareSettings(
  {
    passwordReset: z.strictObject({
      /** PINs that are asked for from one network by people who are signed out. */
      perAddress: rateLimit,
      /** The same from all the networks together that one site is given. */
      perNetwork: rateLimit,
      /** Tries to go on with one, from one network. */
      triesPerAddress: rateLimit,
      /** PINs that all who are signed out ask for together: the brake on a flood (readings 24). */
      altogether: rateLimit,
    }),
    passwordChange: z.strictObject({
      /** After so many PINs within a day for one purpose a captcha comes before the next. */
      captchaAfterPins: count,
    }),
  },
  {
    // Our own rule: an office behind one address forgets a few passwords, a script many.
    passwordReset: {
      perAddress: { count: 20, seconds: 15 * 60 },
      perNetwork: { count: 80, seconds: 15 * 60 },
      triesPerAddress: { count: 60, seconds: 15 * 60 },
      altogether: { count: 600, seconds: 60 },
    },
    // Document 3 §4: a 429 with a captcha. Our own rule: nobody mistypes three in a row by chance.
    passwordChange: { captchaAfterPins: 3 },
  },
);
