import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { dayMs } from '../../base/time.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeDifference, openDifference } from '../platformOperations/face.ts';
import { checksKept, closeCheck, keepCheck, lockCheck, sidesOf, type KeptCheck, type SidesSeen } from './balances.ts';
import { comparedBalances, type Compared } from './comparing.ts';

export const checkSubject = (id: number): string => `bank_balance:${id}`;

/** Holds what the bank says lies there to the transactions that were read of it, and those to the book: each company and currency. */
export async function checkBalances(context: JobContext): Promise<void> {
  for (const { id } of await checksKept(context.sql)) await context.transact((sql) => checkOne(sql, { id, context }));
}

interface Checking {
  readonly id: number;
  readonly context: JobContext;
}

async function checkOne(sql: Sql, { id, context }: Checking): Promise<void> {
  const { now, settings } = context;
  const before = await lockCheck(sql, id);
  if (!before) return;
  const sides = await sidesOf(sql, before, now);
  const compared = comparedBalances(sides, { now, patienceMs: settings.bank.patienceDays * dayMs });
  const isAsBefore = before.missing === compared.missing && openOf(before) === openOf(compared);
  const state = compared.state === 'open' && before.state === 'closed' && isAsBefore ? 'closed' : compared.state;
  const openSince = state === 'open' ? ((isAsBefore ? before.openSince : null) ?? now) : null;
  await keepCheck(sql, { id, sides, compared, state, openSince, now });
  if (state !== 'open') await closeDifference(sql, { subject: checkSubject(id), outcome: state, now });
  // At the second look: what one side has a moment before the other is no difference.
  else if (openSince && openSince < now) await putBeforeStaff(sql, { before, sides, compared, context });
}

const openOf = ({ difference, explained }: Pick<Compared, 'difference' | 'explained'>): bigint => difference - explained;

interface Found {
  readonly before: KeptCheck;
  readonly sides: SidesSeen;
  readonly compared: Compared;
  readonly context: JobContext;
}

async function putBeforeStaff(sql: Sql, { before, sides, compared, context }: Found): Promise<void> {
  const { id, companyId: company, currency } = before;
  const { missing, findings } = compared;
  const open = openOf(compared);
  const said = (minor: bigint) => ({ amount: formatMinor(minor, currency), currency });
  const shown = { stated: said(sides.stated), posted: said(sides.book), missing: said(missing), open: said(open) };
  const difference = {
    subject: checkSubject(id),
    by: 'bank',
    action: 'bank_balance.differs',
    shown: { kind: 'bank_balance', company, ...shown },
    findings,
    traced: { company, currency, missing: String(missing), open: String(open) },
  };
  await openDifference(sql, difference, context);
}

/** Somebody says that what stands open is explained; undefined where nothing does. */
export async function explainCheck(
  sql: Sql,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<KeptCheck | undefined> {
  const check = await lockCheck(sql, id);
  if (check?.state !== 'open') return undefined;
  await closeCheck(sql, id);
  await closeDifference(sql, { subject: checkSubject(id), outcome: 'explained', now });
  return check;
}
