import type { Currency } from '../../base/currency.ts';
import { clientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { trading } from '../../ledger/chart.ts';
import { balancesOfAccounts } from '../../ledger/statement.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { followLeverage } from '../accounts/face.ts';
import { knownCurrency } from './store.ts';

/** As many as a platform answers at a time. */
const chunkSize = 500;
/** One sweep looks at so many chunks; the next goes on with the accounts after them. */
const mostChunks = 40;

/** Compares every live account of a server with the ledger's mirror of it, and every account's leverage with our row's. */
export async function reconcile(
  of: { readonly server: PlatformKey; readonly platform: Pick<Platform, 'accounts'> },
  context: JobContext,
): Promise<void> {
  let from = await readReported(context.sql, of.server);
  for (let count = 0; count < mostChunks; count += 1) {
    const accounts = await readAccounts(context.sql, of.server, from);
    const compared = await compare(of.platform, accounts, context);
    if (!compared) return;
    from = accounts.length < chunkSize ? 0 : (accounts.at(-1)?.number ?? 0);
    await keepReported(context.sql, of.server, from);
    if (from === 0) return;
  }
}

interface ComparedAccount {
  readonly number: number;
  readonly isDemo: boolean;
  readonly leverage: number;
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
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
async function compare(
  platform: Pick<Platform, 'accounts'>,
  accounts: readonly ComparedAccount[],
  context: JobContext,
): Promise<boolean> {
  if (accounts.length === 0) return true;
  const answer = await platform.accounts(accounts.map((account) => account.number));
  if (answer.outcome !== 'done') return false;
  const leverages = new Map(answer.accounts.map((account) => [account.login, account.leverage]));
  for (const account of accounts) await compareLeverage(account, leverages.get(account.number), context);
  // Play money is in no ledger.
  const mirrors = accounts
    .filter(({ isDemo }) => !isDemo)
    .map((account) => ({
      account,
      code: trading({ company: account.companyId, clientId: account.clientId }, account.currency, account.number),
    }));
  const ledger = await balancesOfAccounts(
    context.sql,
    mirrors.map(({ code }) => code),
  );
  const told = new Map(answer.accounts.map((account) => [account.login, account.balance]));
  const compared = mirrors.map(({ account, code }) => {
    const seen = { platform: told.get(account.number) ?? 0n, ledger: ledger.get(code.code) ?? 0n };
    return { account, seen, isSame: seen.platform === seen.ledger, now: context.now };
  });
  const same = compared.filter(({ isSame }) => isSame).map(({ account }) => account.number);
  await closeDifferences(context.sql, same, context.now);
  for (const difference of compared.filter(({ isSame }) => !isSame)) {
    await context.transact(async (sql) => keepDifference(sql, difference));
  }
  return true;
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

async function closeDifferences(sql: Sql, numbers: readonly number[], now: Date): Promise<void> {
  await sql.run(
    'update reconciliation_difference set closed_at = $2, checked_at = $2 where number = any($1::integer[]) and closed_at is null',
    [numbers, now],
  );
}

interface Difference {
  readonly account: ComparedAccount;
  readonly seen: { readonly platform: bigint; readonly ledger: bigint };
  readonly now: Date;
}

/** Money on its way makes a difference that passes; one that stands unchanged at the next look is reported in the audit. */
async function keepDifference(sql: Sql, { account, seen, now }: Difference): Promise<void> {
  const kept = await sql.one<{ is_new: boolean; id: bigint }>(
    `insert into reconciliation_difference as d (number, currency, platform_balance, ledger_balance, first_seen_at, checked_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (number) where closed_at is null do update set platform_balance = $3, ledger_balance = $4, checked_at = $5,
       reported_at = case when d.reported_at is null and d.platform_balance - d.ledger_balance = $3::bigint - $4::bigint
         then $5 else d.reported_at end
     returning id, reported_at is not distinct from $5 as is_new`,
    [account.number, account.currency, seen.platform, seen.ledger, now],
  );
  if (!kept.is_new) return;
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'reconciliation' },
    action: 'mirror.difference',
    subject: `account:${account.number}`,
    clientId: account.clientId,
    detail: {
      difference: String(kept.id),
      currency: account.currency,
      platform: formatMinor(seen.platform, account.currency),
      ledger: formatMinor(seen.ledger, account.currency),
    },
    at: now,
  });
}

async function readReported(sql: Sql, server: PlatformKey): Promise<number> {
  const row = await sql.maybe<{ value: { after: number } }>('select value from cursor_mark where name = $1', [
    `reconcile:${server}`,
  ]);
  return row?.value.after ?? 0;
}

async function keepReported(sql: Sql, server: PlatformKey, after: number): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [`reconcile:${server}`, JSON.stringify({ after })],
  );
}
