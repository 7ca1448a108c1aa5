import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, hourMs, utcDay } from '../../base/time.ts';
import type { Payments } from '../../ports/payments/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import type { Engine } from '../payments/face.ts';
import { closeDifference, openDifference } from '../platformOperations/face.ts';
import { comparedDay, type DayCompared } from './rules.ts';
import { currencyOf, keepDay, keepLines, lastRead, linesOf, markRead, missingOf, postedOn, differingDays } from './store.ts';

export interface Needs {
  readonly payments: Readonly<Record<string, Pick<Payments, 'settlement'>>>;
  readonly engine: Pick<Engine, 'applyPayment'>;
}

/** A provider's report of each day that is over is read, what it has and we have not is looked up, and both are compared. */
export const jobs = (app: Needs): Jobs => ({
  every: [
    {
      name: 'settlements.read',
      seconds: 300,
      dueBy: 'application',
      run: async (context) => {
        const failures: unknown[] = [];
        for (const [provider, { settlement }] of Object.entries(app.payments))
          if (settlement) await readDue({ ...app, provider, failures }, context);
        if (failures.length > 0) throw failures[0];
      },
    },
  ],
});

interface Reading extends Needs {
  readonly provider: string;
  /** What has failed so far: it keeps no other provider, day or payment waiting. */
  readonly failures: unknown[];
}

/** Days are read in order, so many in one run at most. */
const mostDays = 7;
/** A day that differs is looked at again so long. */
const patienceDays = 14;

async function readDue(reading: Reading, context: JobContext): Promise<void> {
  try {
    await readDays(reading, context);
  } catch (error) {
    reading.failures.push(error);
  }
}

async function readDays(reading: Reading, context: JobContext): Promise<void> {
  const { sql, now } = context;
  const yesterday = utcDay(after(now, -dayMs));
  const known = await lastRead(sql, reading.provider);
  const first = known === undefined ? yesterday : dayAfter(known);
  const fresh: string[] = [];
  for (let day = first; day <= yesterday && fresh.length < mostDays; day = dayAfter(day)) fresh.push(day);
  const since = utcDay(after(now, -patienceDays * dayMs));
  const again = await differingDays(sql, { provider: reading.provider, since, before: after(now, -hourMs) });
  for (const day of again.filter((each) => !fresh.includes(each))) await readDay(reading, context, day);
  let isWhole = true;
  for (const day of fresh) {
    const outcome = await readDay(reading, context, day);
    if (outcome === 'unanswered') return;
    // The days behind one that failed are read, and once more with it.
    if (outcome === 'failed') isWhole = false;
    if (isWhole) await markRead(sql, reading.provider, day);
  }
}

function dayAfter(day: string): string {
  return utcDay(after(new Date(`${day}T00:00:00Z`), dayMs));
}

type DayOutcome = 'read' | 'failed' | 'unanswered';

async function readDay(reading: Reading, context: JobContext, day: string): Promise<DayOutcome> {
  try {
    return await compareDay(reading, context, day);
  } catch (error) {
    reading.failures.push(error);
    return 'failed';
  }
}

/** While the provider does not answer nothing is known. */
async function compareDay(
  { payments, engine, provider, failures }: Reading,
  context: JobContext,
  day: string,
): Promise<Exclude<DayOutcome, 'failed'>> {
  const { sql, now } = context;
  const answer = await payments[provider]?.settlement?.(day);
  if (answer?.outcome !== 'done') return 'unanswered';
  await keepLines(sql, { provider, day, lines: answer.lines, now });
  // What no notification has told of is looked up by its number: the report closes the gap. One that fails leaves the day differing.
  for (const { reference, transactionId } of await missingOf(sql, provider, day))
    await engine.applyPayment(context, reference, transactionId).catch((error: unknown) => failures.push(error));
  const lines = await linesOf(sql, provider, day);
  const posted = await postedOn(sql, provider, day);
  const currencies = new Set([...lines.map(({ letters }) => letters), ...posted.map(({ currency }) => currency)]);
  for (const currency of currencies) {
    const compared = comparedDay(
      day,
      lines.filter(({ letters }) => letters === currency),
      posted.filter((each) => each.currency === currency),
    );
    await context.transact((inside) => keep(inside, { provider, day, currency, compared, context }));
  }
  return 'read';
}

interface Kept {
  readonly provider: string;
  readonly day: string;
  readonly currency: string;
  readonly compared: DayCompared;
  readonly context: JobContext;
}

/** A day that differs stands before staff until it does not, or somebody has explained it. */
async function keep(sql: Sql, { provider, day, currency, compared, context }: Kept): Promise<void> {
  const { now } = context;
  const { id, state } = await keepDay(sql, { provider, day, currency, compared, now });
  const subject = `settlement:${id}`;
  if (state !== 'open') return closeDifference(sql, { subject, outcome: state, now });
  const ours = currencyOf(currency);
  const said = (minor: bigint) => ({ amount: ours ? formatMinor(minor, ours) : String(minor), currency });
  const { reported, posted, explained, findings } = compared;
  const open = reported - posted - explained;
  const shown = { reported: said(reported), posted: said(posted), explained: said(explained), open: said(open) };
  const difference = {
    subject,
    by: 'settlements',
    action: 'settlement.differs',
    shown: { kind: 'settlement', provider, day, ...shown },
    findings,
    traced: { provider, day, currency, reported: String(reported), posted: String(posted), explained: String(explained) },
  };
  await openDifference(sql, difference, context);
}
