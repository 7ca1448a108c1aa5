import type { RefusalDetail, Verdict } from '../../base/refusal.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ClientIdentity, Event, JobContext } from '../../protocol/call.ts';
import { accountOf, type TradingAccount } from '../accounts/face.ts';
import { carryOn, carryOut, claim, finishOperation, type MoneyOperation } from '../platformOperations/face.ts';
import { firstSnapshot, openingFor, type Platforms } from './open.ts';
import { leastDemoBalance } from './rules.ts';

/** The topic of the job that finishes a top-up whose call could not. */
export const topUpTopic = 'opening.top_up';

type TopUpCode =
  | 'account_not_found'
  | 'account_not_active'
  | 'account_is_live'
  | 'demo_balance_out_of_range'
  | 'demo_balance_full'
  | 'platform_unavailable'
  | 'platform_refused';

interface Hands {
  readonly app: { readonly platforms: Platforms };
  /** Answers a whole number from zero up to, and without, its argument. */
  readonly pick: (below: number) => number;
  readonly context: {
    readonly now: Date;
    readonly settings: Settings;
    readonly client: ClientIdentity;
    readonly sql: Sql;
    readonly transact: Transact;
    readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
    readonly refuse: (code: TopUpCode, detail?: RefusalDetail) => never;
  };
}

/** Gives a demo account more play money. `pending`: the platform has not confirmed it, and the job finds out. */
export async function topUp(
  asked: { readonly number: number; readonly amount: string | number },
  { app, context, pick }: Hands,
): Promise<{ readonly account: TradingAccount; readonly status: 'done' | 'pending' }> {
  const { sql, settings, now } = context;
  const account = await accountOf(sql, asked.number);
  if (account?.clientId !== context.client.id || account.status === 'failed') return context.refuse('account_not_found');
  if (!account.isDemo) return context.refuse('account_is_live');
  if (account.status !== 'active') return context.refuse('account_not_active');
  const platform = app.platforms[account.platform];
  const told = await platform.account(account.number);
  if (told.outcome !== 'done') return context.refuse('platform_unavailable');
  const verdict = mayTopUp(asked.amount, { balance: told.account.balance, account, most: settings.accounts.maxDemoBalance });
  if (!verdict.ok) return context.refuse(verdict.code, verdict);
  const amount = verdict.value;
  const operation = operationOf(account, { tag: `t${account.number}-${pick(mostPicked)}`, amount });
  const claimed = await context.transact(async (transaction) => {
    await recordAudit(transaction, {
      actor: { kind: 'client', id: String(context.client.id) },
      action: 'opening.top_up',
      subject: `account:${account.number}`,
      clientId: context.client.id,
      detail: { amount: formatMinor(amount, account.currency), currency: account.currency },
      at: now,
    });
    const payload = { number: account.number, tag: operation.tag, amount: String(amount) };
    await context.tellIn(transaction, { topic: topUpTopic, payload, dueAt: after(now, jobDelayMs) });
    return claim(context, operation, transaction);
  });
  if (!claimed) throw new Error(`the top-up ${operation.tag} was just named, and was there before`);
  const outcome = await carryOn({ ...context, platform }, operation, claimed);
  if (outcome.outcome === 'refused') return context.refuse('platform_refused');
  if (outcome.outcome === 'pending') return { account, status: 'pending' };
  if (outcome.finished) await finishOperation(sql, outcome.finished);
  await firstSnapshot(platform, sql, account.number);
  return { account: (await accountOf(sql, account.number)) ?? account, status: 'done' };
}

/** Numbers that no two top-ups of one account are likely to share; the table of operations refuses a second all the same. */
const mostPicked = 1_000_000_000;
/** Longer than the call may take: until then the work is the call's. */
const jobDelayMs = 60 * secondMs;

/** As at its opening: what would be given twice is nobody's loss, so none of it is taken back. */
function operationOf(
  account: TradingAccount,
  { tag, amount }: { readonly tag: string; readonly amount: bigint },
): MoneyOperation {
  return { ...openingFor(account), tag, kind: 'balance', amount, currency: account.currency };
}

interface Room {
  readonly balance: bigint;
  readonly account: Pick<TradingAccount, 'currency'>;
  /** The most play money of an account, in whole units. */
  readonly most: string;
}

/** Whether so much more fits: an account holds at most as much play money as it could have been opened with. */
export function mayTopUp(
  wanted: string | number,
  { balance, account: { currency }, most }: Room,
): Verdict<bigint, 'demo_balance_out_of_range' | 'demo_balance_full'> {
  const [least, limit, minor] = [
    parseMinor(leastDemoBalance, currency),
    parseMinor(most, currency),
    parseMinor(String(wanted), currency),
  ];
  if (least === undefined || limit === undefined) throw new Error(`the limits of play money are no amounts in ${currency}`);
  const room = limit - balance;
  if (room < least) return { ok: false, code: 'demo_balance_full', field: 'amount', values: { most, currency } };
  if (minor === undefined || minor < least || minor > room) {
    const values = { least: leastDemoBalance, most: formatMinor(room, currency), currency };
    return { ok: false, code: 'demo_balance_out_of_range', field: 'amount', values };
  }
  return { ok: true, value: minor };
}

/** Finishes what a call left. */
export async function finishTopUp(
  app: { readonly platforms: Platforms },
  payload: Readonly<Record<string, unknown>>,
  context: JobContext,
): Promise<void> {
  const { number, tag, amount } = payload;
  if (typeof number !== 'number' || typeof tag !== 'string' || typeof amount !== 'string')
    throw new Error('the event names no top-up');
  const account = await accountOf(context.sql, number);
  if (!account) throw new Error(`there is no account ${number} to top up`);
  const platform = app.platforms[account.platform];
  const outcome = await carryOut({ ...context, platform }, operationOf(account, { tag, amount: BigInt(amount) }));
  if (outcome.outcome === 'pending') throw new Error(`the top-up ${tag} is not known yet`);
  if (outcome.outcome === 'refused') return;
  if (outcome.finished) await finishOperation(context.sql, outcome.finished);
  await firstSnapshot(platform, context.sql, account.number);
  await context.stale(account.clientId, ['accounts', 'dashboard']);
}
