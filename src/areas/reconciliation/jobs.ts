import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import type { Book } from '../../ledger/book.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { postDeals } from './deals.ts';
import { payBackNegative } from './negative.ts';
import { reconcile } from './reconciliation.ts';

export interface Needs {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly book: Pick<Book, 'submit'>;
}

/** What keeps our side the same as the trading platforms'. */
export function jobs(app: Needs): Jobs {
  const eachServer =
    (work: (of: { server: PlatformKey; platform: Platform } & Needs, context: JobContext) => Promise<void>) =>
    async (context: JobContext): Promise<void> => {
      // Servers stand apart: one that fails does not keep the other waiting.
      const outcomes = await Promise.allSettled(
        platformKeys.map(async (server) => work({ server, platform: app.platforms[server], ...app }, context)),
      );
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    };
  return {
    every: [
      { name: 'mirror.deals', seconds: 3, dueBy: 'wall', run: eachServer(postDeals) },
      { name: 'mirror.negative', seconds: 15, dueBy: 'wall', run: eachServer(payBackNegative) },
      { name: 'mirror.reconcile', seconds: 15, dueBy: 'wall', run: eachServer(reconcile) },
    ],
  };
}
