import { isCurrency, type Currency } from '../../base/currency.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { trialBalance, type TrialLine } from '../../ledger/trial.ts';
import { periodOf } from '../../protocol/period.ts';
import { bankBalances } from '../bank/face.ts';
import { differencesFound, type FoundDifference } from '../reconciliation/face.ts';
import { daysKept, type KeptDay } from '../settlements/face.ts';
import type { BankSide } from './contract.ts';
import { clientMoneyIn, unevenIn } from './rules.ts';

/* Days of the book beside what platforms and providers say of them. */

/** A day of each is a question of its own to the book. */
export const mostDays = 14;

/** The days from one to the other, both among them, the newest first. */
export function daysOf(from: string, till: string): string[] {
  const days: string[] = [];
  for (let day = till; day >= from; day = utcDay(after(new Date(`${day}T00:00:00Z`), -dayMs))) days.push(day);
  return days;
}

export async function reconciledDays(sql: Sql, { from, till }: { readonly from: string; readonly till: string }) {
  const book = [];
  for (const day of daysOf(from, till)) book.push(shownBook(day, await linesOfDay(sql, day)));
  const providers = (await daysKept(sql, { from, till })).map(shownProvider);
  const platforms = (await differencesFound(sql, { from, till })).map(shownPlatform);
  const banks = await banksNow(sql);
  const open = [
    ...book.filter(({ is_even: isEven, client_money: money }) => !isEven || money.some(({ is_short: isShort }) => isShort)),
    ...providers.filter(({ state }) => state === 'open'),
    ...platforms.filter(({ state }) => state === 'open'),
    ...banks.filter(({ state }) => state === 'open'),
  ].length;
  return { book, providers, platforms, banks, open };
}

/** The bank's balances beside the book, as they were compared last. */
export async function banksNow(sql: Sql): Promise<BankSide[]> {
  return (await bankBalances(sql)).map(({ id, company, currency, stated, stated_at: at, book, ...compared }) => {
    const { missing, difference, explained, state } = compared;
    return { id, company, currency, day: at.slice(0, 10), stated, book, missing, difference, explained, state };
  });
}

export async function linesOfDay(sql: Sql, day: string): Promise<TrialLine[]> {
  const { from, till } = periodOf({ from: day, till: day });
  if (!from || !till) throw new RangeError('a trial balance is of a day');
  return trialBalance(sql, { from, till });
}

function shownBook(day: string, lines: readonly TrialLine[]) {
  const uneven = unevenIn(lines).map(({ company, unit, minor }) => ({ company, currency: unit, amount: written(minor, unit) }));
  return { day, is_even: uneven.length === 0, uneven, client_money: shownMoney(lines) };
}

export function shownMoney(lines: readonly TrialLine[]) {
  return clientMoneyIn(lines).map(({ company, unit, required, held }) => ({
    company,
    currency: unit,
    required: written(required, unit),
    held: written(held, unit),
    over: written(held - required, unit),
    is_short: held < required,
  }));
}

function shownProvider({ id, day, provider, currency, reported, posted, explained, state, findings }: KeptDay) {
  return {
    id,
    day,
    provider,
    currency,
    reported: written(reported, currency),
    posted: written(posted, currency),
    difference: written(reported - posted, currency),
    explained: written(explained, currency),
    state,
    findings: findings.map(({ of, minor, why, isExplained }) => ({
      of,
      amount: written(BigInt(minor), currency),
      why,
      is_explained: isExplained,
    })),
  };
}

function shownPlatform({ clientId, platform, ledger, currency, closedAt, ...found }: FoundDifference) {
  return {
    ...found,
    client_id: clientId,
    currency,
    platform: written(platform, currency),
    ledger: written(ledger, currency),
    difference: written(platform - ledger, currency),
    closed_at: closedAt?.toISOString() ?? null,
  };
}

/** A provider may write letters that are no currency of ours: its smallest units then. */
function written(minor: bigint, currency: Currency | string): string {
  return isCurrency(currency) ? formatMinor(minor, currency) : String(minor);
}
