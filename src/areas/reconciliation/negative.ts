import { type CompanyId } from '../../law/regions/profile.ts';
import type { Sql } from '../../base/sql.ts';
import { clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import { type Currency, knownCurrency } from '../../base/currency.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { regions } from '../../law/regions/index.ts';
import { post, type Book } from '../../ledger/book.ts';
import { broker, promotions, trading } from '../../ledger/chart.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import {
  carryOut,
  finishOperation,
  giveUpIdle,
  operationTagged,
  postBonusRemoval,
  type Finished,
  type MoneyOperation,
} from '../platformOperations/face.ts';

import { noteNegative } from './negativeLimits.ts';
import { tellNegative } from './negativeTelling.ts';

export interface NegativeOf {
  readonly platforms: Readonly<Record<PlatformKey, Pick<Platform, 'positions' | 'closedTrades'>>>;
  readonly server: PlatformKey;
  readonly platform: Platform;
  readonly book: Pick<Book, 'submit'>;
}

const mostAtOnce = 50;

/**
 * Pays back what a close-out has left below zero, where losses are limited to the account's funds (ESMA 2018/796,
 * article 1(d)). A bonus on the account pays first: as much of the credit is taken off as the loss is deep, and that
 * part is the cost of the promotion; only what then is still missing is the broker's. While anything is open, or while the
 * credit outweighs the loss, the account is worth something and nobody is owed anything.
 *
 * Each operation on the platform is written down before it is asked for, so that a worker that dies goes on from there.
 */
export async function payBackNegative(of: NegativeOf, context: JobContext): Promise<void> {
  await findNegative(of, context);
  for (const row of await openRows(context.sql, of.server)) await payBack(of, row, context);
}

/** Each company, and each country that has rules of its own inside one; no country: everybody else of the company. */
const protections = regions.flatMap(({ company, countries, trading: { negativeBalanceProtection } }) =>
  (countries ?? ['']).map((country) => ({ company, country, isProtected: negativeBalanceProtection })),
);

/** Snapshots say where to look; the platform says whether it is still so. */
async function findNegative({ server, platform, platforms }: NegativeOf, context: JobContext): Promise<void> {
  const suspects = await context.sql.many<{ number: AccountNumber; clientId: ClientId; currency: string }>(
    `select a.number, a.client_id as "clientId", a.currency from trading_account a join client c on c.id = a.client_id
      where platform = $1 and not is_demo and balance < 0 and margin = 0
        and (select is_protected from unnest($2::integer[], $3::text[], $4::boolean[]) as law (company, country, is_protected)
              where law.company = a.company_id and law.country in (c.country, '') order by law.country desc limit 1)
        -- Credit on pledged gold: the gold pays first (areas/goldCollateral), and what is left of the loss is found when none is lent.
        and not exists (select from ledger_account l where l.client_id = a.client_id and l.kind = 'credit' and l.balance > 0
          and split_part(l.code, ':', 6) = a.number::text)
        and not exists (select from negative_balance n where n.number = a.number
          and (n.status in ('found', 'corrected', 'waiting') or n.status = 'declined' and n.amount = -a.balance))
      order by a.number limit ${mostAtOnce}`,
    [
      server,
      protections.map(({ company }) => company),
      protections.map(({ country }) => country),
      protections.map(({ isProtected }) => isProtected),
    ],
  );
  for (const { number, clientId: client, currency } of suspects) {
    const loss = await readLoss(platform, number);
    if (!loss || loss === 'unknown') continue;
    await noteNegative(platforms, context, { ...loss, number, clientId: client, currency: knownCurrency(currency) });
  }
}

interface Loss {
  /** How far the balance stands below zero. */
  readonly amount: bigint;
  /** How much of that the account's credit covers. */
  readonly credit: bigint;
}

/**
 * What an account has lost beyond its funds, as the platform says now; undefined when nothing. An open position may
 * still make it good, also one that asks for no margin because another covers it.
 */
async function readLoss(platform: Pick<Platform, 'account' | 'positions'>, login: number): Promise<Loss | undefined | 'unknown'> {
  const [told, open] = await Promise.all([platform.account(login), platform.positions(login)]);
  if (told.outcome !== 'done' || open.outcome !== 'done') return 'unknown';
  const { balance, credit, margin } = told.account;
  if (balance >= 0n || margin > 0n || open.positions.length > 0) return undefined;
  const amount = -balance;
  return { amount, credit: credit <= 0n ? 0n : credit < amount ? credit : amount };
}

interface NegativeRow extends Loss {
  readonly id: number;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly currency: Currency;
  readonly tag: string;
  readonly foundAt: Date;
}

async function openRows(sql: Sql, server: PlatformKey): Promise<NegativeRow[]> {
  const rows = await sql.many<Omit<NegativeRow, 'currency'> & { currency: string }>(
    `select n.id, n.number, n.client_id as "clientId", n.company_id as "companyId", n.currency, n.amount, n.credit, n.tag,
       n.found_at as "foundAt"
     from negative_balance n join trading_account a using (number)
     where a.platform = $1 and n.status in ('found', 'corrected') order by n.id limit ${mostAtOnce}`,
    [server],
  );
  return rows.map((row) => ({ ...row, currency: knownCurrency(row.currency) }));
}

/** The credit goes first: what dies after it has taken too much, never paid too much, and is gone on with. */
function operationsOf(of: NegativeOf, row: NegativeRow): MoneyOperation[] {
  const { id, number: login, clientId, companyId, currency, amount, credit, tag } = row;
  const facts = {
    purpose: 'negative_balance',
    subject: `negative:${id}`,
    platform: of.server,
    login,
    clientId,
    companyId,
  } as const;
  const correction = { ...facts, tag, kind: 'correction', amount, currency, checkMargin: false } as const;
  return credit > 0n ? [{ ...facts, tag: `${tag}-u`, kind: 'credit', amount: -credit, currency }, correction] : [correction];
}

/** Has the platform make the operations, one after the other, and posts each. */
async function payBack(of: NegativeOf, row: NegativeRow, context: JobContext): Promise<void> {
  const operations = operationsOf(of, row);
  for (const [index, operation] of operations.entries()) {
    if (index === 0 && !(await mayBegin(of, { row, tag: operation.tag }, context))) return;
    const outcome = await carryOut({ ...context, platform: of.platform }, operation);
    if (outcome.outcome === 'pending') return;
    // What is left of the loss then is found anew.
    if (outcome.outcome === 'refused') return drop(context.sql, row);
    if (operation.kind === 'credit') await keepLostBonus(of, { row, finished: outcome.finished }, context);
    else await postCorrection(of, { row, finished: outcome.finished }, context);
  }
}

/** Looked at anew before the first operation: what is different by now is found anew. Later ones only finish what has begun. */
async function mayBegin(of: NegativeOf, first: { row: NegativeRow; tag: string }, { sql }: JobContext): Promise<boolean> {
  const { row, tag } = first;
  const begun = await operationTagged(sql, tag);
  if (begun && begun.state !== 'idle') return true;
  const loss = await readLoss(of.platform, row.number);
  if (loss === 'unknown') return false;
  if (loss?.amount === row.amount && loss.credit === row.credit) return true;
  if (!begun || (await giveUpIdle(sql, tag))) await drop(sql, row);
  return false;
}

async function drop(sql: Sql, { id }: NegativeRow): Promise<void> {
  await sql.run(`update negative_balance set status = 'dropped' where id = $1 and status = 'found'`, [id]);
}

interface Made {
  readonly row: NegativeRow;
  readonly finished: Finished | undefined;
}

async function keepLostBonus({ book }: NegativeOf, { row, finished }: Made, { sql }: JobContext): Promise<void> {
  const { id, companyId: company, clientId, number: login, currency, credit, foundAt: at } = row;
  const owner = { company, clientId };
  await postBonusRemoval(
    { sql, post: (intent) => book.submit(intent) },
    { name: `negative-${id}`, owner, currency, login, credit, at },
  );
  if (finished) await finishOperation(sql, finished);
}

/** The ledger, the row and the operation know of it at once. */
async function postCorrection({ server }: NegativeOf, { row, finished }: Made, context: JobContext): Promise<void> {
  const account = trading({ company: row.companyId, clientId: row.clientId }, row.currency, row.number);
  const legs = [
    { from: promotions(row.companyId, row.currency), to: account, minor: row.credit },
    { from: broker(row.companyId, row.currency, server), to: account, minor: row.amount - row.credit },
  ].filter((leg) => leg.minor > 0n);
  const [first, ...others] = legs;
  if (!first) throw new Error(`negative:${row.id} moves nothing`);
  await context.transact(async (sql) => {
    const posted = await post(sql, {
      movement: { key: `negative:${row.id}`, kind: 'negative_balance_correction', legs: [first, ...others], at: row.foundAt },
      audit: {
        actor: { kind: 'system', id: 'negative_balance_protection' },
        action: 'mirror.negative_balance_paid_back',
        subject: `account:${row.number}`,
        clientId: row.clientId,
      },
    });
    if (posted.outcome === 'refused') throw new Error(`the ledger would not take negative:${row.id}: ${posted.code}`);
    if (finished) await finishOperation(sql, finished);
    await sql.run(`update negative_balance set status = 'posted', posted_at = $2 where id = $1`, [row.id, context.now]);
    await tellNegative(sql, 'paid_back', { ...row, now: context.now });
  });
  await context.stale(clientId(row.clientId), ['accounts', 'dashboard']);
}
