import type { Clock } from '../../base/time.ts';
import { platformKeys } from '../../law/platforms.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { decideSignals, type Platforms } from './deciding.ts';
import { isAnythingDecided } from './decisions.ts';
import { adoptLate, closeForsaken, noteEnded } from './following.ts';
import { noticeTrades, type PlatformOf } from './noticing.ts';
import { guardFollows } from './protecting.ts';
import { sendCopies } from './sending.ts';

export interface Needs {
  readonly platforms: Platforms;
  readonly clock: Clock;
}

/** Copies what strategies trade: seeing and deciding waits for nothing that is being sent. */
export function jobs({ platforms, clock }: Needs): Jobs {
  /** Each platform on its own: one that fails keeps the other from nothing. */
  const onEach = (work: (of: PlatformOf, context: JobContext) => Promise<unknown>) => async (context: JobContext) => {
    const works = platformKeys.map(async (key) => work({ key, platform: platforms[key] }, context));
    const failed = (await Promise.allSettled(works)).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };
  return {
    every: [
      {
        name: 'copying.trades',
        seconds: 1,
        dueBy: 'application',
        run: onEach(async (of, context) => {
          await noticeTrades(of, context);
          const written = await decideSignals(of.key, platforms, context);
          if (written > 0) await context.stale(undefined, ['copies']);
        }),
      },
      {
        name: 'copying.sending',
        seconds: 1,
        dueBy: 'application',
        run: onEach(async (of, context) => sendCopies({ ...of, context }, { clock })),
      },
      {
        name: 'copying.following',
        seconds: 2,
        dueBy: 'application',
        run: onEach(async (of, context) => {
          if (!(await isAnythingDecided(context.sql))) return;
          await guardFollows(of, context);
          const ended = await noteEnded(context.sql, of.key, context.now);
          const adopted = await adoptLate(context.sql, of.key, context.now);
          const closed = await closeForsaken(context.sql, of.key, context.now);
          if (ended + adopted + closed > 0) await context.stale(undefined, ['copies']);
        }),
      },
    ],
  };
}
