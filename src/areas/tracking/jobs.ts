import { after, hourMs, minuteMs } from '../../base/time.ts';
import { isGoal, tracked, type Goal } from '../../law/tracking.ts';
import type { Hit, Tracking } from '../../ports/tracking/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { claimHits, forgetBeyond, forgetHits, giveHitsBack, type WaitingHit } from './store.ts';

export interface Needs {
  readonly tracking?: Tracking | undefined;
  readonly log: { warn(facts: object, words: string): void };
}

/** Of one call, and of one round; the others come with the next. */
const atOnce = 100;
const mostCalls = 10;
/** What is older says nothing of today, and is not taken without more. */
const keepMs = 23 * hourMs;
/** Whoever claimed them was killed by then: whether they were told is not known, so they are not told again. */
const claimMs = 5 * minuteMs;

/**
 * Tells what has happened, never twice: what may have been taken is forgotten, what was not is kept for a while. Nobody waits for it.
 */
export const jobs = ({ tracking, log }: Needs): Jobs => ({
  every: [
    {
      name: 'tracking.telling',
      seconds: 15,
      dueBy: 'application',
      async run(context) {
        const lost = await forgetOld(context, tracking !== undefined);
        if (lost > 0) log.warn({ lost }, 'happenings were not counted');
        if (!tracking) return;
        for (let call = 0; call < mostCalls; call += 1) if (!(await tell(context, tracking, log))) return;
      },
    },
  ],
});

function forgetOld({ now, settings, transact }: JobContext, isTold: boolean): Promise<number> {
  const { mostWaiting } = settings.tracking;
  return transact((sql) =>
    forgetBeyond(sql, {
      since: after(now, -keepMs),
      claimedSince: after(now, -claimMs),
      most: isTold ? mostWaiting : 0,
    }),
  );
}

/** False when nothing is left, or nobody takes it now. */
async function tell({ now, settings, transact }: JobContext, tracking: Tracking, log: Needs['log']): Promise<boolean> {
  const waiting = await transact((sql) => claimHits(sql, { most: atOnce, now }));
  if (waiting.length === 0) return false;
  const answer = await tracking.record(waiting.map((hit) => hitOf(hit, settings.tracking.goals)));
  const ids = waiting.map(({ id }) => id);
  await transact((sql) => (answer.outcome === 'later' ? giveHitsBack(sql, ids) : forgetHits(sql, ids)));
  if (answer.outcome === 'done') return true;
  log.warn({ outcome: answer.outcome, reason: answer.reason, count: ids.length }, 'happenings could not be told to be counted');
  return answer.outcome === 'refused';
}

function hitOf({ name, visitor, at }: WaitingHit, goals: Readonly<Record<Goal, number>>): Hit {
  const what: Hit['what'] = isGoal(name) ? { kind: 'goal', number: goals[name] } : { kind: tracked[name].kind };
  return { name, visitor, at, what };
}
