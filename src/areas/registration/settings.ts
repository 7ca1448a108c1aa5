import { z } from 'zod';
import { declareSettings, hour, rateLimit, seconds } from '../../settings/declare.ts';

export const registrationSettings = declareSettings(
  {
    signUp: z.strictObject({
      /** Sign-ups that are begun from one network. */
      perAddress: rateLimit,
      /** The same from all the networks together that one site is given. */
      perNetwork: rateLimit,
      /** Tries to go on, by code or by link, from one network. */
      triesPerAddress: rateLimit,
      /** Passwords said with the link of one letter. */
      passwordTries: rateLimit,
      /** After so long a sign-up whose e-mail was not confirmed is forgotten. */
      lifeSeconds: seconds,
    }),
  },
  {
    // Our own rule: a family or an office behind one address signs up at once, a script does not.
    signUp: {
      perAddress: { count: 30, seconds: 15 * 60 },
      perNetwork: { count: 120, seconds: 15 * 60 },
      triesPerAddress: { count: 60, seconds: 15 * 60 },
      passwordTries: { count: 5, seconds: hour },
      lifeSeconds: 24 * hour,
    },
  },
);
