import type { Answering } from './vendor.ts';
import { done, secondsText } from './messages.ts';
import { minutesAhead } from './zone.ts';

/** The calls that tell of the clock. */
export const timeCalls: Readonly<Record<string, Answering>> = {
  '/api/time/get': ({ zone, clock }) => {
    const isSummer = minutesAhead(zone, clock) !== zone.winterMinutes;
    return done({
      answer: {
        TimeServer: 'time.metaquotes.net',
        TimeZone: String(zone.winterMinutes),
        Daylight: zone.hasSummer ? '1' : '0',
        DaylightState: isSummer ? '1' : '0',
        // The hours of the week in which the server works: all of them.
        Days: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => '1')),
      },
    });
  },
  '/api/time/server': ({ zone, clock }) => done({ answer: { Time: secondsText(zone.shows(clock.now().getTime())) } }),
};
