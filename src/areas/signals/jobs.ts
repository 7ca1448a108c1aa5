import type { PlatformKey } from '../../law/platforms.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { Jobs } from '../../protocol/call.ts';
import { closeSignals } from './closing.ts';

export interface Needs {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
}

/** Ends signals as the market has decided them. */
export const jobs = ({ platforms }: Needs): Jobs => ({
  every: [
    {
      name: 'signals.closing',
      seconds: 30,
      dueBy: 'application',
      run: async ({ sql, transact, now, stale }) => {
        const changed = await closeSignals({ sql, transact, now, platform: platforms.mt5 });
        if (changed > 0) await stale(undefined, ['signals']);
      },
    },
  ],
});
