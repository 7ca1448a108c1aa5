import type { JobContext } from '../../protocol/call.ts';
import { clientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import { amountSaid } from '../../base/wording.ts';
import { changeInvestment, investmentById, isMoneyLeaving, lockInvestment, protectedEquity } from '../investments/face.ts';
import { notify } from '../notices/face.ts';
import { strategyById } from '../strategies/face.ts';
import { guardedFollows, type Guarded } from './following.ts';
import type { PlatformOf } from './noticing.ts';
import { copyingNotices } from './notices.ts';

/* The protection level: an investment that has fallen to it is paused, its copies are closed, and its client is written to. */

const accountsAtOnce = 500;

export async function guardFollows({ key, platform }: PlatformOf, context: JobContext): Promise<void> {
  for (let after = 0; ;) {
    const guarded = await guardedFollows(context.sql, { platform: key, now: context.now, after, limit: accountsAtOnce });
    const last = guarded.at(-1);
    if (!last) return;
    after = last.id;
    const answer = await platform.accounts(guarded.map(({ number }) => number));
    if (answer.outcome !== 'done') return;
    const worth = new Map(answer.accounts.map(({ login, equity, credit }) => [login, equity - credit]));
    for (const follow of guarded) {
      const equity = worth.get(follow.number);
      if (equity !== undefined && equity <= protectedEquity(follow)) await protect(follow, equity, context);
    }
  }
}

/** Paused now; the copies are closed by what closes those of any follow that is not active. */
async function protect({ id, invested }: Guarded, equity: bigint, { transact, now, stale, sql }: JobContext): Promise<void> {
  const isPaused = await transact(async (own) => {
    const follow = await lockInvestment(own, id);
    // Money that left meanwhile is no loss.
    if (!follow || follow.invested !== invested || (await isMoneyLeaving(own, id))) return false;
    const strategy = await strategyById(own, follow.strategyId);
    if (!strategy) return false;
    if (!(await changeInvestment(own, { id, from: 'active', to: 'paused', why: 'protection', at: now }))) return false;
    await notify(own, {
      clientId: follow.clientId,
      notice: copyingNotices.copies_protected,
      values: {
        investment: id,
        strategy: strategy.name,
        equity: amountSaid(money(equity, follow.currency)),
        protection: follow.protection,
      },
      key: `copies:${id}:protected:${now.toISOString()}`,
      now,
    });
    return true;
  });
  if (!isPaused) return;
  const follow = await investmentById(sql, id);
  await stale(follow && clientId(follow.clientId), ['copies', 'accounts']);
}
