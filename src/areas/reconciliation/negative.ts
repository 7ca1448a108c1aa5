import { after, hourMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import { clientId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { regions } from '../../law/regions/index.ts';
import type { Book } from '../../ledger/book.ts';
import { bonusCredit, broker, promotions, trading, type Owner } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { knownCurrency } from './store.ts';

export interface NegativeOf {
  readonly server: PlatformKey;
  readonly platform: Pick<Platform, 'account' | 'positions' | 'balanceOperation' | 'findByTag'>;
  readonly book: Pick<Book, 'submit'>;
}

const mostAtOnce = 50;
/** Longer than what was asked of a platform may be on its way there: the port sends and gives up within that. */
const restSeconds = 30;

/**
 * Pays back what a close-out has left below zero, where losses are limited to the account's funds (ESMA 2018/796,
 * article 1(d)). A bonus on the account pays first: as much of the credit is taken off as the loss is deep, and that
 * part is the cost of the promotion; only what then is still missing is the broker's. While anything is open, or while the
 * credit outweighs the loss, the account is worth something and nobody is owed anything.
 *
 * Each operation on the platform is counted on its row before the next, so that a worker that dies goes on from there. While the
 * platform is asked for one, no other worker looks whether it was made, or asks.
 */
export async function payBackNegative(of: NegativeOf, context: JobContext): Promise<void> {
  await findNegative(of, context);
  for (const row of await openRows(context.sql, of.server)) {
    const corrected = row.status === 'corrected' || (await correct(of, row, context));
    if (corrected) await postCorrection(of, row, context);
  }
}

/** Each company, and each country that has rules of its own inside one; no country: everybody else of the company. */
const protections = regions.flatMap(({ company, countries, trading: { negativeBalanceProtection } }) =>
  (countries ?? ['']).map((country) => ({ company, country, isProtected: negativeBalanceProtection })),
);

/** Snapshots say where to look; the platform says whether it is still so. */
async function findNegative({ server, platform }: NegativeOf, context: JobContext): Promise<void> {
  const suspects = await context.sql.many<{ number: number }>(
    `select number from trading_account a join client c on c.id = a.client_id
      where platform = $1 and not is_demo and balance < 0 and margin = 0
        and (select is_protected from unnest($2::integer[], $3::text[], $4::boolean[]) as law (company, country, is_protected)
              where law.company = a.company_id and law.country in (c.country, '') order by law.country desc limit 1)
        and not exists (select from negative_balance n where n.number = a.number and n.status in ('found', 'corrected'))
      order by number limit ${mostAtOnce}`,
    [
      server,
      protections.map(({ company }) => company),
      protections.map(({ country }) => country),
      protections.map(({ isProtected }) => isProtected),
    ],
  );
  for (const { number } of suspects) {
    const loss = await readLoss(platform, number);
    if (!loss || loss === 'unknown') continue;
    await context.sql.run(
      `insert into negative_balance (number, client_id, company_id, currency, amount, credit, status, found_at)
       select number, client_id, company_id, currency, $2, $3, 'found', $4 from trading_account where number = $1
       on conflict do nothing`,
      [number, loss.amount, loss.credit, context.now],
    );
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
  readonly number: number;
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
  readonly status: 'found' | 'corrected';
  readonly operationsDone: number;
  readonly tag: string;
  readonly attempts: number;
  readonly foundAt: Date;
}

async function openRows(sql: Sql, server: PlatformKey): Promise<NegativeRow[]> {
  const rows = await sql.many<Omit<NegativeRow, 'currency'> & { currency: string }>(
    `select n.id, n.number, n.client_id as "clientId", n.company_id as "companyId", n.currency, n.amount, n.credit, n.status,
       n.operations_done as "operationsDone", n.tag, n.attempts, n.found_at as "foundAt"
     from negative_balance n join trading_account a using (number)
     where a.platform = $1 and n.status in ('found', 'corrected')
       and (n.attempts = 0 or n.asked_at is null or n.asked_at < now() - make_interval(secs => ${restSeconds}))
     order by n.id limit ${mostAtOnce}`,
    [server],
  );
  return rows.map((row) => ({ ...row, currency: knownCurrency(row.currency) }));
}

interface Operation {
  readonly kind: 'credit' | 'correction';
  readonly amount: bigint;
  readonly tag: string;
}

/** The credit goes first: what dies after it has taken too much, never paid too much, and is gone on with. */
function operationsOf({ amount, credit, tag }: NegativeRow): readonly Operation[] {
  const correction = { kind: 'correction', amount, tag } as const;
  return credit > 0n ? [{ kind: 'credit', amount: -credit, tag: `${tag}-u` }, correction] : [correction];
}

/** True when the platform has made all operations. After an attempt whose outcome is unknown the tag is looked up first. */
async function correct({ platform }: NegativeOf, row: NegativeRow, context: JobContext): Promise<boolean> {
  const operations = operationsOf(row);
  for (const [index, operation] of operations.entries()) {
    if (index < row.operationsDone) continue;
    const attempts = index === row.operationsDone ? row.attempts : 0;
    const made = attempts > 0 ? await lookUp(platform, row, operation) : 'absent';
    if (made === 'unknown') return false;
    if (made === 'absent') {
      if (index === 0 && !(await isStillSo(platform, row, context))) return false;
      if (!(await claim(context.sql, { id: row.id, index, attempts }))) return false;
      if (!(await ask(platform, row, operation))) return false;
    }
    const done = index + 1;
    const isLast = done === operations.length;
    const counted = await context.sql.run(
      'update negative_balance set operations_done = $2, attempts = 0, status = $3 where id = $1 and operations_done = $2 - 1',
      [row.id, done, isLast ? 'corrected' : 'found'],
    );
    if (counted === 0) return false;
  }
  return true;
}

async function lookUp(
  platform: NegativeOf['platform'],
  row: NegativeRow,
  { kind, amount, tag }: Operation,
): Promise<'made' | 'absent' | 'unknown'> {
  const since = after(row.foundAt, -hourMs);
  const found = await platform.findByTag({ login: row.number, tag, since, expected: { kind, amount } });
  if (found.outcome !== 'done') return 'unknown';
  return found.deals.length > 0 ? 'made' : 'absent';
}

/** Looked at anew before the first operation: what is different by now is found anew. Later ones only finish what has begun. */
async function isStillSo(platform: NegativeOf['platform'], row: NegativeRow, { sql }: JobContext): Promise<boolean> {
  const loss = await readLoss(platform, row.number);
  if (loss === 'unknown') return false;
  if (loss?.amount === row.amount && loss.credit === row.credit) return true;
  await sql.run(`update negative_balance set status = 'dropped' where id = $1 and operations_done = 0 and attempts = $2`, [
    row.id,
    row.attempts,
  ]);
  return false;
}

interface Claim {
  readonly id: number;
  /** Which operation, from 0, and how often it was asked for when the row was read. */
  readonly index: number;
  readonly attempts: number;
}

/** Answers false when another worker has asked for that operation since the row was read. */
async function claim(sql: Sql, { id, index, attempts }: Claim): Promise<boolean> {
  const claimed = await sql.run(
    `update negative_balance set attempts = attempts + 1, asked_at = now()
     where id = $1 and operations_done = $2 and attempts = $3 and status = 'found'`,
    [id, index, attempts],
  );
  return claimed === 1;
}

async function ask(platform: NegativeOf['platform'], row: NegativeRow, operation: Operation): Promise<boolean> {
  const { number: login, currency } = row;
  const answer = await platform.balanceOperation({ ...operation, login, currency, checkMargin: operation.amount < 0n });
  return answer.outcome === 'done';
}

async function postCorrection({ server, book }: NegativeOf, row: NegativeRow, context: JobContext): Promise<void> {
  const owner = { company: row.companyId, clientId: row.clientId };
  await postLostBonus({ book, row, owner }, context);
  const account = trading(owner, row.currency, row.number);
  const legs = [
    { from: promotions(row.companyId, row.currency), to: account, minor: row.credit },
    { from: broker(row.companyId, row.currency, server), to: account, minor: row.amount - row.credit },
  ].filter((leg) => leg.minor > 0n);
  const [first, ...others] = legs;
  if (!first) throw new Error(`negative:${row.id} moves nothing`);
  const posted = await book.submit({
    movement: { key: `negative:${row.id}`, kind: 'negative_balance_correction', legs: [first, ...others], at: row.foundAt },
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

interface LostBonus {
  readonly book: NegativeOf['book'];
  readonly row: NegativeRow;
  readonly owner: Owner;
}

/** The credit is gone from the platform; the ledger may know of less than that, since staff can give credit there. */
async function postLostBonus({ book, row, owner }: LostBonus, { sql }: JobContext): Promise<void> {
  if (row.credit === 0n) return;
  const bonus = bonusCredit(owner, row.currency);
  const held = await balanceOf(sql, bonus);
  const minor = held < row.credit ? held : row.credit;
  if (minor <= 0n) return;
  const posted = await book.submit({
    movement: {
      key: `bonus_removed:negative-${row.id}`,
      kind: 'bonus_removed',
      legs: [{ from: bonus, to: promotions(row.companyId, row.currency), minor }],
      at: row.foundAt,
    },
  });
  // Posted before by a worker that died, when more was held.
  if (posted.outcome === 'refused' && posted.code !== 'key_reused')
    throw new Error(`the ledger would not take the bonus of negative:${row.id}: ${posted.code}`);
}
