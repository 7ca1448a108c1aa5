import { after, dayMs, secondMs, type Clock } from '../../base/time.ts';
import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { accessTopic, leverageTopic, setAccess, applyWantedLeverage } from './changes.ts';
import {
  dueForSnapshot,
  keepEquityDays,
  keepSnapshots,
  mostTold,
  noteAsked,
  setToldMark,
  toldMark,
  type ToldMark,
} from './snapshots.ts';
import { accountOf, type TradingAccount } from './found.ts';

export interface Needs {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  readonly clock: Clock;
}

/** One sweep asks a platform at most so many times. */
const mostAnswers = 10;

export function jobs(app: Needs): Jobs {
  return {
    on: {
      [accessTopic]: async (event, context) => {
        const account = await accountOfEvent(event, context);
        if (!account || (account.status !== 'active' && account.status !== 'archived')) return;
        if (!(await setAccess(app.platforms[account.platform], account, context.sql)))
          throw new Error(`the access of ${account.number} could not be set`);
      },
      [leverageTopic]: async (event, context) => {
        const account = await accountOfEvent(event, context);
        if (account?.leverageWanted === undefined) return;
        const wanted = { number: account.number, leverage: account.leverageWanted };
        const outcome = await applyWantedLeverage(app.platforms[account.platform], wanted, context.sql);
        if (outcome === 'unknown') throw new Error(`the leverage of ${account.number} is not known yet`);
        await context.stale(account.clientId, ['accounts']);
      },
    },
    every: [
      { name: 'accounts.snapshots', seconds: 2, dueBy: 'application', run: async (context) => refreshSnapshots(app, context) },
      { name: 'accounts.equity_day', seconds: 300, dueBy: 'application', run: keepDays },
    ],
  };
}

async function accountOfEvent(event: JobEvent, context: JobContext): Promise<TradingAccount | undefined> {
  const number = event.payload['number'];
  if (typeof number !== 'number') throw new Error(`the event ${event.id} names no account`);
  return accountOf(context.sql, number);
}

/** Asks the platforms for the amounts that are due, and tells the browsers of clients for whom something has moved. */
async function refreshSnapshots(app: Needs, context: JobContext): Promise<void> {
  // Platforms stand apart: one that fails does not keep the other waiting.
  const outcomes = await Promise.allSettled(platformKeys.map(async (key) => refreshPlatform(key, app, context)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function refreshPlatform(key: PlatformKey, app: Needs, context: JobContext): Promise<void> {
  for (let count = 0; count < mostAnswers; count += 1) {
    const due = await dueForSnapshot(context.sql, key, { now: app.clock.now(), wall: app.clock.wall() });
    if (due.length === 0) return;
    const answer = await app.platforms[key].accounts(due);
    // What is shown then grows old, and says so.
    if (answer.outcome !== 'done') return;
    const now = app.clock.now();
    const known = new Set(answer.accounts.map(({ login }) => login));
    await noteAsked(
      context.sql,
      due.filter((number) => !known.has(number)),
      now,
    );
    const changed = await keepSnapshots(context.sql, answer.accounts, now);
    await Promise.all(changed.map(({ client, isMoney }) => context.stale(client, isMoney ? ['accounts', 'equity'] : ['equity'])));
    if (due.length < mostTold) return;
  }
}

/** What was told so long before the mark may have been written after it. */
const overlapMs = 20 * secondMs;
/** One sweep writes at most so many slices; the next goes on from there. */
const mostSlices = 10;

const equityMarkName = 'equity_day';

/** The days' lines of equity, of the accounts that platforms have told of since the last sweep. */
async function keepDays({ sql, now }: JobContext): Promise<void> {
  const reached = await toldMark(sql, equityMarkName);
  const reachedAt = reached ? new Date(reached.at) : after(now, -dayMs);
  let mark: ToldMark = { at: after(reachedAt, -overlapMs).toISOString(), number: 0 };
  for (let slices = 0; slices < mostSlices; slices += 1) {
    const next = await keepEquityDays(sql, mark);
    if (!next) break;
    mark = next;
  }
  if (new Date(mark.at) > reachedAt) await setToldMark(sql, equityMarkName, mark);
}
