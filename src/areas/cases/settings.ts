import { z } from 'zod';
import { declareSettings, hour, seconds } from '../../settings/declare.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** What a broker may change of the staff's desk. */
const desk = z.strictObject({
  session: z.strictObject({
    /** A session without any call for so long has ended. */
    idleSeconds: seconds,
    /** A session ends after so long however busy it is. */
    absoluteSeconds: seconds,
    /** The oldest ends when one has more. */
    maxPerMember: z.int().min(1).max(100),
  }),
  /** The one-time link of a first sign-in is good for so long. */
  linkSeconds: seconds,
  /** A case that somebody has taken is theirs for so long. */
  claimSeconds: seconds,
  /** When somebody is there: what is promised in hours of business counts only these. */
  businessHours: z
    .strictObject({
      /** Minutes that the office's time is ahead of UTC. */
      aheadMinutes: z.int().min(-720).max(840),
      /** 1 is Monday, 7 is Sunday. */
      days: z.array(z.int().min(1).max(7)).min(1).max(7),
      opens: timeOfDay,
      closes: timeOfDay,
    })
    .refine(({ opens, closes }) => opens < closes),
});

/** When the office is there: days from Monday as 1, times of the office's own clock. */
export type BusinessHours = z.output<typeof desk>['businessHours'];

const minute = 60;

export const casesSettings = declareSettings(
  { desk },
  {
    desk: {
      // OWASP session guidance for who sees everybody's money: shorter than a client's.
      session: { idleSeconds: 15 * minute, absoluteSeconds: 10 * hour, maxPerMember: 5 },
      linkSeconds: 72 * hour,
      // The product owner's rules of trade: the back office is there Monday to Friday, 06:00 to 20:00 GMT+2.
      claimSeconds: 15 * minute,
      businessHours: { aheadMinutes: 120, days: [1, 2, 3, 4, 5], opens: '06:00', closes: '20:00' },
    },
  },
);
