import { z } from 'zod';
import { count, declareSettings, hour, rateLimit, seconds } from '../../settings/declare.ts';

/** As requests carry them here: in small letters. */
const headerName = z.string().regex(/^[a-z\d-]{0,60}$/);

export const sessionSettings = declareSettings(
  {
    session: z.strictObject({
      /** A session without any call for so long is locked: the next call answers 401. */
      idleSeconds: seconds,
      /** A session ends after so long however busy it is. */
      absoluteSeconds: seconds,
      /** The oldest ends when a client has more. */
      maxPerClient: count,
    }),
    signIn: z.strictObject({
      perIdentity: rateLimit,
      perAddress: rateLimit,
      /** Of all the networks together that one site is given: an IPv6 /48, of which each address here is a /64. */
      perNetwork: rateLimit,
      /** From the second failure in a row on, the wait doubles from the first of these to the last. */
      firstDelaySeconds: seconds,
      longestDelaySeconds: seconds,
      /** After so long without a failure, the count starts anew. */
      forgetFailuresSeconds: seconds,
      /** From so many failures in a row on, a captcha comes before the next try. */
      captchaAfterFailures: count,
    }),
    signInWhereabouts: z.strictObject({
      /** The headers in which the broker's proxy says the country (ISO 3166-1 alpha-2) and the city of an address; empty: it does not. */
      countryHeader: headerName,
      cityHeader: headerName,
    }),
    challenge: z.strictObject({
      pinDigits: z.literal(4),
      pinLifeSeconds: seconds,
      resendSeconds: seconds,
      /** Sent a day to one subject for one purpose; and wrong ones said, after which none is sent any more. */
      maxPerDay: count,
      maxWrongPerDay: count,
      captchaLifeSeconds: seconds,
    }),
  },
  {
    // OWASP session guidance for money: minutes of idleness, hours in all. Document 1 §4: a 401 locks, nothing typed is lost.
    session: { idleSeconds: 30 * 60, absoluteSeconds: 12 * hour, maxPerClient: 10 },
    signIn: {
      perIdentity: { count: 10, seconds: 15 * 60 },
      perAddress: { count: 60, seconds: 15 * 60 },
      perNetwork: { count: 240, seconds: 15 * 60 },
      firstDelaySeconds: 1,
      longestDelaySeconds: 300,
      forgetFailuresSeconds: hour,
      captchaAfterFailures: 5,
    },
    // No table of addresses ships: whoever stands before us may know (docs/operate/services.md).
    signInWhereabouts: { countryHeader: '', cityHeader: '' },
    challenge: {
      // Document 2 §5 and document 3 §5: four digits, resent after 60 s. Integrations, GeeTest: ten minutes.
      pinDigits: 4,
      pinLifeSeconds: 600,
      resendSeconds: 60,
      captchaLifeSeconds: 600,
      // Readings, decision 24.
      maxPerDay: 10,
      maxWrongPerDay: 5,
    },
  },
);
