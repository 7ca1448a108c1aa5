import { after, hourMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import { clientId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { companySheet } from '../../law/regions/index.ts';
import { companyIds } from '../../law/regions/sheet.ts';
import type { Book } from '../../ledger/book.ts';
import { broker, trading } from '../../ledger/chart.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../wire/call.ts';
import { knownCurrency } from './store.ts';

export interface NegativeOf {
  readonly server: PlatformKey;
  readonly platform: Pick<Platform, 'account' | 'balanceOperation' | 'findByTag'>;
  readonly book: Pick<Book, 'submit'>;
}

const mostAtOnce = 50;

/**
 * Pays back what a close-out has left below zero, where losses are limited to the account's funds: a correction on the
 * platform under our tag, then the posting. Each step is a status of its row, so that a worker that dies goes on from it.
 */
export async function payBackNegative(of: NegativeOf, context: JobContext): Promise<void> {
  await findNegative(of, context);
  for (const row of await openRows(context.sql, of.server)) {
    const corrected = row.status === 'corrected' || (await correct(of, row, context));
    if (corrected) await postCorrection(of, row, context);
  }
}

const protectedCompanies = companyIds.filter((company) => companySheet(company).negativeBalanceProtection);

/** Snapshots say where to look; the platform says whether it is still so. */
async function findNegative({ server, platform }: NegativeOf, context: JobContext): Promise<void> {
  const suspects = await context.sql.many<{ number: number }>(
    `select number from trading_account a
      where platform = $1 and not is_demo and balance < 0 and margin = 0 and company_id = any($2::integer[])
        and not exists (select from negative_balance n where n.number = a.number and n.status <> 'posted')
      order by number limit ${mostAtOnce}`,
    [server, protectedCompanies],
  );
  for (const { number } of suspects) {
    const answer = await platform.account(number);
    if (answer.outcome !== 'done' || answer.account.balance >= 0n || answer.account.margin > 0n) continue;
    await context.sql.run(
      `insert into negative_balance (number, client_id, company_id, currency, amount, status, found_at)
       select number, client_id, company_id, currency, $2, 'found', $3 from trading_account where number = $1
       on conflict do nothing`,
      [number, -answer.account.balance, context.now],
    );
  }
}

interface NegativeRow {
  readonly id: number;
  readonly number: number;
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly status: 'found' | 'corrected';
  readonly attempts: number;
  readonly foundAt: Date;
}

async function openRows(sql: Sql, server: PlatformKey): Promise<NegativeRow[]> {
  const rows = await sql.many<Omit<NegativeRow, 'currency'> & { currency: string }>(
    `select n.id, n.number, n.client_id as "clientId", n.company_id as "companyId", n.currency, n.amount, n.status, n.attempts,
       n.found_at as "foundAt"
     from negative_balance n join trading_account a using (number)
     where a.platform = $1 and n.status <> 'posted' order by n.id limit ${mostAtOnce}`,
    [server],
  );
  return rows.map((row) => ({ ...row, currency: knownCurrency(row.currency) }));
}

/** True when the platform has made the correction. After an attempt whose outcome is unknown the tag is looked up first. */
async function correct({ platform }: NegativeOf, row: NegativeRow, context: JobContext): Promise<boolean> {
  const tag = `n${row.id}`;
  if (row.attempts > 0) {
    const found = await platform.findByTag({ login: row.number, tag, since: after(row.foundAt, -hourMs) });
    if (found.outcome !== 'done') return false;
    if (found.deals.length > 0) return moveOn(context.sql, row.id, { from: 'found', to: 'corrected' });
  }
  await context.sql.run('update negative_balance set attempts = attempts + 1 where id = $1', [row.id]);
  const answer = await platform.balanceOperation({
    login: row.number,
    kind: 'correction',
    amount: row.amount,
    currency: row.currency,
    tag,
    checkMargin: false,
  });
  return answer.outcome === 'done' ? moveOn(context.sql, row.id, { from: 'found', to: 'corrected' }) : false;
}

async function moveOn(sql: Sql, id: number, step: { readonly from: string; readonly to: string }): Promise<boolean> {
  return (await sql.run('update negative_balance set status = $3 where id = $1 and status = $2', [id, step.from, step.to])) === 1;
}

async function postCorrection({ server, book }: NegativeOf, row: NegativeRow, context: JobContext): Promise<void> {
  const owner = { company: row.companyId, clientId: row.clientId };
  const posted = await book.submit({
    movement: {
      key: `negative:${row.id}`,
      kind: 'negative_balance_correction',
      legs: [
        { from: broker(row.companyId, row.currency, server), to: trading(owner, row.currency, row.number), minor: row.amount },
      ],
      at: row.foundAt,
    },
    audit: {
      actor: { kind: 'system', id: 'negative_balance_protection' },
      action: 'mirror.negative_balance_paid_back',
      subject: `account:${row.number}`,
      clientId: row.clientId,
    },
  });
  if (posted.outcome === 'refused') throw new Error(`the ledger would not take negative:${row.id}: ${posted.code}`);
  await context.sql.run(`update negative_balance set status = 'posted', posted_at = $2 where id = $1`, [row.id, context.now]);
  await context.stale(clientId(row.clientId), ['accounts', 'dashboard']);
}
