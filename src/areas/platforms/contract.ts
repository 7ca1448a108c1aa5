import { contract } from '../../protocol/call.ts';

/** What there is to download stands in law/platforms.ts, which the browser has: no call is needed. */
export const platformsContract = contract({
  area: 'platforms',
  calls: {},
  pages: {
    platforms: { path: 'platforms', gate: 'view', title: 'platforms.title', group: 'tools' },
  },
});
