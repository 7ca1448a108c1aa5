import { z } from 'zod';
import { declareSettings, hour, seconds } from '../../settings/declare.ts';

const screening = z.strictObject({
  /** Each list of persons is asked for again after so long. */
  checkSeconds: seconds,
  /** From so many points of 100 on a client and an entry are shown to the desk as a hit. */
  leastPoints: z.int().min(50).max(100),
  /** A list that has fewer entries than this share of the one before is taken for half a file, and not imported. */
  leastSharePercent: z.int().min(0).max(100),
  /** A file that lacks more of the known entries than this share is torn, and not imported until somebody has raised it. */
  mostGonePercent: z.int().min(0).max(100),
  /** After so many hours in which a list cannot be read what is paid out waits until it is. */
  staleHours: z.int().min(1).max(720),
  /** Within how many hours of business a hit is to be looked at. */
  promisedHours: z.int().min(1).max(200),
});

/** Screening of persons against lists of sanctions and of politically exposed persons. All figures are our own. */
export const screeningSettings = declareSettings(
  { screening },
  {
    screening: {
      checkSeconds: hour,
      leastPoints: 84,
      leastSharePercent: 60,
      mostGonePercent: 5,
      staleHours: 24,
      promisedHours: 14,
    },
  },
);
