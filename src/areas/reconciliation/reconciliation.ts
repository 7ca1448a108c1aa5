import { knownCurrency } from '../../base/currency.ts';
import { clientId } from '../../base/id.ts';
import { formatMinor, money } from '../../base/money.ts';
import { amountSaid } from '../../base/wording.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, hourMs } from '../../base/time.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { erasOf } from '../../ledger/era.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import {
  lookAgain,
  measures,
  seenOf,
  type Compared,
  type ComparedAccount,
  type Compares,
  type Measure,
  type Seen,
} from './comparing.ts';
import { isMovingMoney, takeComparison } from './store.ts';
import { followLeverage } from '../accounts/face.ts';
import { keepDeals } from '../deals/face.ts';
import { closeCase, openCase, type BusinessHours } from '../cases/face.ts';
import { differencesQueue, longestUnknownMs } from '../platformOperations/face.ts';
import { compareAccess, lookBegins } from '../restrictions/face.ts';

/** As many as a platform answers at a time. */
const chunkSize = 500;
/** One sweep looks at so many chunks; the next goes on with the accounts after them, until every account had its look. */
const mostChunks = 2;

/**
 * Compares every live account of a server with what the ledger has of it, its balance and its credit (bonus, and what is lent on
 * gold), and every account's
 * leverage with our row's. Once in so many seconds a pass over all of them begins, in slices.
 */
export async function reconcile(
  of: { readonly server: PlatformKey; readonly platform: Pick<Platform, 'accounts' | 'deals'> },
  context: JobContext,
): Promise<void> {
  const before = await readReported(context.sql, of.server);
  const isNewPass = before.after === 0;
  if (isNewPass && !(await takeComparison(context.sql, of.server, context.settings.platform.reconcileSeconds))) return;
  const newest = (await erasOf(context.sql)).at(-1);
  const era = newest?.number ?? 1;
  // A pass that was under way when a backup was made ends in the era that it began in, so that a whole one follows.
  const beganIn = isNewPass ? era : before.beganIn;
  const pass: Pass = { ...context, restoredAt: era > before.era ? newest?.began_at : undefined };
  let from = before.after;
  for (let count = 0; count < mostChunks; count += 1) {
    const accounts = await readAccounts(context.sql, of.server, from);
    let fault: unknown;
    const isCompared = await compare(of, accounts, pass).catch((error: unknown) => {
      fault = error;
      return true;
    });
    if (!isCompared) return;
    from = accounts.length < chunkSize ? 0 : (accounts.at(-1)?.number ?? 0);
    await keepReported(context.sql, of.server, { after: from, beganIn, era: from === 0 ? beganIn : before.era });
    // What cannot be compared keeps no account behind it from its look.
    if (fault !== undefined) throw fault;
    if (from === 0) return;
  }
}

interface Pass extends JobContext {
  /**
   * Nothing was compared since a backup was restored, then: what differs does not pass by itself, and is reported at once, but for
   * what moves since.
   */
  readonly restoredAt: Date | undefined;
}

async function readAccounts(sql: Sql, server: PlatformKey, after: number): Promise<ComparedAccount[]> {
  const rows = await sql.many<Omit<ComparedAccount, 'currency'> & { currency: string }>(
    `select number, is_demo as "isDemo", leverage, client_id as "clientId", company_id as "companyId", currency from trading_account
      where platform = $1 and status in ('active', 'archived', 'disabled') and number > $2
      order by number limit ${chunkSize}`,
    [server, after],
  );
  return rows.map((row) => ({ ...row, currency: knownCurrency(row.currency) }));
}

/** False when the platform did not answer: then nothing is known, and nothing is written. */
async function compare({ server, platform }: Compares, accounts: readonly ComparedAccount[], context: Pass): Promise<boolean> {
  if (accounts.length === 0) return true;
  const since = await lookBegins(context.sql);
  const answer = await platform.accounts(accounts.map((account) => account.number));
  if (answer.outcome !== 'done') return false;
  const leverages = new Map(answer.accounts.map((account) => [account.login, account.leverage]));
  for (const account of accounts) await compareLeverage(account, leverages.get(account.number), context);
  await compareAccess({ accounts: answer.accounts, since }, context);
  const told = new Map(answer.accounts.map((account) => [account.login, account]));
  // Play money is in no ledger.
  const live = accounts.filter(({ isDemo }) => !isDemo);
  for (const measure of measures) await compareMoney({ of: { server, platform }, accounts: live, told, measure }, context);
  return true;
}

async function compareMoney(compared: Compared, context: Pass): Promise<void> {
  const { of, measure } = compared;
  const { now, restoredAt, settings } = context;
  const seen = await seenOf(compared, context.sql);
  const isSame = (each: Seen): boolean => each.platform === each.ledger;
  const same = seen.filter(isSame).map(({ account }) => account.number);
  const closed = await context.transact((sql) => closeDifferences(sql, { numbers: same, measure }, now));
  for (const { account } of seen) if (closed.has(account.number)) await context.stale(account.clientId, ['accounts']);
  const differing = seen.filter((each) => !isSame(each));
  const standing: ReadonlySet<number> =
    restoredAt && differing.length > 0 ? await lookAgain(compared, differing, context.sql) : new Set<number>();
  const unknownSince = after(now, -longestUnknownMs(settings.platform));
  for (const { account, ...money } of differing) {
    if (measure === 'balance') await readLateDeals(of, account.number, context);
    const difference: Difference = {
      account,
      measure,
      seen: money,
      now,
      isTold: standing.has(account.number),
      movingSince: restoredAt && restoredAt > unknownSince ? restoredAt : unknownSince,
      hours: settings.desk.businessHours,
    };
    const isNew = await context.transact(async (sql) => keepDifference(sql, difference));
    if (isNew) await context.stale(account.clientId, ['accounts']);
  }
}

/** The platform reckons margins by its own leverage, so that ours follows, and the audit says so. */
async function compareLeverage(account: ComparedAccount, told: number | undefined, context: JobContext): Promise<void> {
  if (told === undefined || told === account.leverage) return;
  const { number, clientId: client } = account;
  const leverage = { from: account.leverage, to: told };
  const isFollowed = await context.transact(async (sql) => {
    if (!(await followLeverage(sql, number, leverage))) return false;
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'reconciliation' },
      action: 'mirror.leverage_followed',
      subject: `account:${number}`,
      clientId: client,
      detail: leverage,
      at: context.now,
    });
    return true;
  });
  if (isFollowed) await context.stale(clientId(client), ['accounts']);
}

async function closeDifferences(
  sql: Sql,
  { numbers, measure }: { readonly numbers: readonly number[]; readonly measure: Measure },
  now: Date,
): Promise<ReadonlySet<number>> {
  const closed = await sql.many<{ id: bigint; number: number }>(
    `update reconciliation_difference set closed_at = $3, checked_at = $3
     where number = any($1::integer[]) and measure = $2 and closed_at is null returning id, number`,
    [numbers, measure, now],
  );
  for (const { id } of closed)
    await closeCase(sql, { queue: differencesQueue.name, subject: `difference:${id}`, outcome: 'same', at: now });
  return new Set(closed.map(({ number }) => number));
}

/** A dividend may be booked with a day that has long been read: what a difference is made of is looked for so far back. */
const lateMs = 45 * dayMs;
const lateMost = 1000;

/** Keeps deals of an account that its platform dated back: they are posted like all others, and the next look finds no difference. */
async function readLateDeals({ server, platform }: Compares, login: number, context: Pass): Promise<void> {
  const span = { login, from: after(context.now, -lateMs), to: after(context.now, hourMs) };
  for (let page = 0; page < latePages; page += 1) {
    const answer = await platform.deals({ ...span, offset: page * lateMost, total: lateMost });
    if (answer.outcome !== 'done') return;
    await context.transact((sql) => keepDeals(sql, server, answer.deals));
    if (answer.deals.length < lateMost) return;
  }
}
const latePages = 10;

interface Difference {
  readonly hours: BusinessHours;
  readonly account: ComparedAccount;
  readonly measure: Measure;
  readonly seen: { readonly platform: bigint; readonly ledger: bigint };
  readonly now: Date;
  /** Reported at the first look, unless money moves. */
  readonly isTold: boolean;
  /** A payment that moved on since then and has not ended may be what the books differ by. */
  readonly movingSince: Date;
}

/**
 * Money on its way makes a difference that passes; one that stands unchanged at the next look is reported in the audit, unless a payment
 * of the account is still under way: it must not shut out its own second sending. What stands for longer than a payment may be unknown
 * is none of its.
 */
async function keepDifference(
  sql: Sql,
  { account, measure, seen, now, isTold, movingSince, hours }: Difference,
): Promise<boolean> {
  const isMoving = await isMovingMoney(sql, account, movingSince);
  const kept = await sql.one<{ is_new: boolean; id: bigint }>(
    `insert into reconciliation_difference as d (number, measure, currency, platform_balance, ledger_balance, first_seen_at, checked_at, reported_at)
     values ($1, $2, $3, $4, $5, $6, $6, case when $7 then $6::timestamptz end)
     on conflict (number, measure) where closed_at is null do update set platform_balance = $4, ledger_balance = $5, checked_at = $6,
       reported_at = case when d.reported_at is null and ($7 or not ($8 and d.first_seen_at > $9) and d.platform_balance - d.ledger_balance = $4::bigint - $5::bigint)
         then $6 else d.reported_at end
     returning id, reported_at is not distinct from $6 as is_new`,
    [account.number, measure, account.currency, seen.platform, seen.ledger, now, isTold && !isMoving, isMoving, movingSince],
  );
  if (!kept.is_new) return false;
  await openCase(sql, {
    queue: differencesQueue,
    subject: `difference:${kept.id}`,
    clientId: account.clientId,
    detail: {
      kind: 'difference',
      account: account.number,
      client_id: account.clientId,
      currency: account.currency,
      measure,
      platform: amountSaid(money(seen.platform, account.currency)),
      ledger: amountSaid(money(seen.ledger, account.currency)),
    },
    now,
    hours,
  });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'reconciliation' },
    action: 'mirror.difference',
    subject: `account:${account.number}`,
    clientId: account.clientId,
    detail: {
      difference: String(kept.id),
      measure,
      currency: account.currency,
      platform: formatMinor(seen.platform, account.currency),
      ledger: formatMinor(seen.ledger, account.currency),
    },
    at: now,
  });
  return true;
}

interface Reported {
  /** The pass goes on behind this account. */
  readonly after: number;
  /** The era of the chain in which the pass began. */
  readonly beganIn: number;
  /** The era of the chain in which all accounts were last compared. */
  readonly era: number;
}

async function readReported(sql: Sql, server: PlatformKey): Promise<Reported> {
  const row = await sql.maybe<{ value: Partial<Reported> }>('select value from cursor_mark where name = $1', [
    `reconcile:${server}`,
  ]);
  return { after: 0, beganIn: 1, era: 1, ...row?.value };
}

async function keepReported(sql: Sql, server: PlatformKey, reported: Reported): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [`reconcile:${server}`, JSON.stringify(reported)],
  );
}
