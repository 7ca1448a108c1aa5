import type { ClientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import { statusFacts } from '../../law/statuses.ts';
import { isVerified } from '../../law/verified.ts';
import type { JobContext } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { capWorth } from '../payments/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import { unverifiedNotices } from './notices.ts';
import { giveBack } from './returning.ts';
import { byCurrency, dueOf, noticeDue, remainderOf, howStands } from './rules.ts';
import * as store from './store.ts';
import { closeWait, openWait } from './waiting.ts';

type Deposit = store.UnverifiedDeposit;

interface Looking {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: FoundClient;
}

/** Looks at all that a client has paid in before the papers were approved. Each step is one commit, and safe to repeat. */
export async function lookAt(context: JobContext, id: ClientId): Promise<void> {
  const due = await context.transact(async (sql) => {
    const client = await clientById(sql, id);
    if (!client) return [];
    return takeStock({ ...context, sql, client }, await store.lockOpen(sql, id));
  });
  for (const currency of new Set(due.map((deposit) => deposit.currency))) await giveBack(context, { id, currency });
}

/** What has happened since; answers what is to go back now. */
async function takeStock(looking: Looking, found: readonly Deposit[]): Promise<readonly Deposit[]> {
  const { client } = looking;
  const deposits = await noteArrivals(looking, found);
  const open = await noteReturns(looking, deposits);
  const outcome = isVerified(client.profile)
    ? 'verified'
    : statusFacts(client.profile.status).closed === undefined
      ? undefined
      : 'closed';
  const here = open.filter((deposit) => howStands(deposit) === 'here');
  // Opened again in this very moment: it runs on.
  if (outcome === 'closed' && !(await store.lockClosed(looking.sql, client.id))) return [];
  if (outcome !== undefined) {
    await endAll(looking, here, outcome);
    return [];
  }
  const arrived = here.filter(({ dueAt }) => dueAt !== null);
  const due = await dueOnes(looking, arrived);
  if (due.length === 0) await tellAhead(looking, arrived);
  return due.filter(({ lookAt: from }) => from === null || from <= looking.now);
}

/** What has come starts the clock, or goes by the one that runs. */
async function noteArrivals(looking: Looking, found: readonly Deposit[]): Promise<Deposit[]> {
  const { sql, client } = looking;
  const noted: Deposit[] = [];
  for (const deposit of found) {
    if (deposit.arrivedAt !== null || deposit.phase !== 'completed') {
      noted.push(deposit);
      continue;
    }
    const { id, days, changedAt: at } = deposit;
    const dueAt = dueOf(at, days, [...found, ...noted]);
    const worth = await capUse(looking, deposit);
    await store.noteArrival(sql, { id, at, dueAt, worth });
    noted.push({ ...deposit, arrivedAt: at, dueAt, lookAt: dueAt });
    if (!isVerified(client.profile)) await tell(looking, 'unverified_clock', { deposits: [deposit], dueAt, key: `clock:${id}` });
  }
  return noted;
}

/** What it takes of the cap, now that it is known what has come. */
async function capUse(looking: Looking, { minor, currency }: Deposit): Promise<bigint | undefined> {
  const { settings, client } = looking;
  const terms = settings.unverified.companies.find(({ company }) => company === client.profile.company);
  return terms && (await capWorth(looking, money(minor, currency), terms.currency))?.minor;
}

/** What has gone back wholly has ended; what was not taken is the wallet's again, and waits for somebody. Answers what has not ended. */
async function noteReturns(looking: Looking, deposits: readonly Deposit[]): Promise<Deposit[]> {
  const { sql, now } = looking;
  const stoodBy = (standing: ReturnType<typeof howStands>) =>
    deposits.filter((deposit) => deposit.arrivedAt !== null && howStands(deposit) === standing);
  const [returned, taken] = [stoodBy('returned'), stoodBy('taken')];
  await endAll(looking, returned, 'returned');
  await endAll(looking, taken, 'spent');
  // A withdrawal that has ended, while something of the deposit is here.
  const over = deposits.filter((each) => each.returnId !== null && !each.isUnderWay && howStands(each) === 'here');
  if (over.length > 0) await store.forgetReturn(sql, idsOf(over));
  const refused = over.filter(({ isRefused }) => isRefused);
  const until = after(now, dayMs);
  await store.putOff(sql, idsOf(refused), until);
  for (const [, [first, ...others]] of byCurrency(refused)) {
    const amount = remainderOf([first, ...others]);
    await openWait(looking, { why: 'not_taken', amount, dueAt: first.dueAt ?? now });
  }
  const isEnded = new Set(idsOf([...returned, ...taken]));
  const isRefused = new Set(idsOf(refused));
  return deposits
    .filter(({ id }) => !isEnded.has(id))
    .map((deposit) => (isRefused.has(deposit.id) ? { ...deposit, lookAt: until } : deposit));
}

/** Whose papers were refused for good gets it back at once. */
async function dueOnes(looking: Looking, arrived: readonly Deposit[]): Promise<Deposit[]> {
  const { sql, now, client } = looking;
  const early = client.profile.status === 13 ? arrived.filter(({ dueAt }) => dueAt !== null && dueAt > now) : [];
  if (early.length > 0) await store.endClock(sql, idsOf(early), now);
  const isEarly = new Set(idsOf(early));
  return arrived
    .map((deposit) => (isEarly.has(deposit.id) ? { ...deposit, dueAt: now, lookAt: now } : deposit))
    .filter(({ dueAt }) => dueAt !== null && dueAt <= now);
}

async function tellAhead(looking: Looking, arrived: readonly Deposit[]): Promise<void> {
  const [first] = arrived.toSorted((one, other) => (one.dueAt?.getTime() ?? 0) - (other.dueAt?.getTime() ?? 0));
  if (!first?.dueAt) return;
  const { dueAt, days } = first;
  const before = noticeDue({ dueAt, days }, looking.settings.unverified.noticeDays, looking.now);
  if (before === undefined) return;
  await tell(looking, 'unverified_ahead', { deposits: arrived, dueAt, key: aheadKey(dueAt, before), before });
}

const aheadKey = (dueAt: Date, before: number) => `ahead:${dueAt.toISOString()}:${before}`;
const nameOf = (key: string) => `unverified:${key}`;

interface Told {
  readonly deposits: readonly Deposit[];
  readonly dueAt: Date;
  readonly key: string;
  readonly before?: number;
}

async function tell(
  { sql, now, client }: Looking,
  type: 'unverified_clock' | 'unverified_ahead',
  { deposits, dueAt, key, before = 0 }: Told,
): Promise<void> {
  const values = { amount: amountSaid(remainderOf(deposits)), day: utcDay(dueAt), days: before };
  await notify(sql, { clientId: client.id, notice: unverifiedNotices[type], values, key: nameOf(key), now });
}

/** Nothing is counted or told of it any more. */
async function endAll(looking: Looking, deposits: readonly Deposit[], outcome: store.Outcome): Promise<void> {
  const { sql, now, client, settings } = looking;
  if (deposits.length === 0) return;
  await store.end(sql, idsOf(deposits), { outcome, now });
  for (const { id, dueAt } of deposits) {
    const keys = [`clock:${id}`, ...(dueAt === null ? [] : settings.unverified.noticeDays.map((day) => aheadKey(dueAt, day)))];
    for (const key of keys) await closeNotice(sql, { clientId: client.id, key: nameOf(key), now });
  }
  // What else of the currency waits still waits.
  const waiting = new Set((await store.lockOpen(sql, client.id)).filter(isWaiting(now)).map(({ currency }) => currency));
  for (const [currency] of byCurrency(deposits)) if (!waiting.has(currency)) await closeWait(looking, currency, outcome);
}

const isWaiting = (now: Date) => (deposit: Deposit) =>
  deposit.dueAt !== null && deposit.dueAt <= now && howStands(deposit) === 'here';

const idsOf = (deposits: readonly Deposit[]): number[] => deposits.map(({ id }) => id);
