import { formatMinor, formatMoney } from '../../base/money.ts';
import { hasRight, type StaffRole } from '../../law/staff.ts';
import { capsDeposits } from '../../law/verified.ts';
import { cappedTerms } from '../payments/face.ts';
import type { UnverifiedClock, UnverifiedSums } from './contract.ts';
import type { Asking } from './deciding.ts';
import { holdOf, isTheClients } from './returning.ts';
import { afterwards, byCurrency, remainderOf, remainingOf } from './rules.ts';
import { openDeposits, type UnverifiedDeposit } from './store.ts';

/** What a client's page says of the cap and the clock; null where neither holds. */
export async function clockOf(asking: Asking, reader: { readonly role: StaffRole }): Promise<UnverifiedClock | null> {
  const { sql, now, client } = asking;
  const terms = capsDeposits(client.profile.company) ? await cappedTerms(asking) : undefined;
  const open = await openDeposits(sql, client.id);
  const arrived = open.filter(hasArrived);
  if (!terms && arrived.length === 0) return null;
  // That somebody looks into a list of sanctions is known to those alone who decide of papers or payments.
  const mayKnow = hasRight(reader.role, 'papers') || hasRight(reader.role, 'transfers');
  const why = mayKnow && arrived.length > 0 ? await holdOf(sql, client) : undefined;
  return {
    terms: terms
      ? { cap: formatMoney(terms.cap), left: formatMoney(terms.left), currency: terms.cap.currency, days: terms.days }
      : null,
    sums: [...byCurrency(arrived).values()].map((deposits) => sumsOf(deposits, now)),
    held: isTheClients(why) ? why : null,
  };
}

interface Arrived extends UnverifiedDeposit {
  readonly arrivedAt: Date;
  readonly dueAt: Date;
}

const hasArrived = (deposit: UnverifiedDeposit): deposit is Arrived => deposit.arrivedAt !== null && deposit.dueAt !== null;

function sumsOf(deposits: readonly [Arrived, ...Arrived[]], now: Date): UnverifiedSums {
  const [{ currency }] = deposits;
  const here = remainderOf(deposits);
  const gone = deposits.reduce((sum, each) => sum + each.gone, 0n);
  const came = deposits.reduce((sum, { minor, taken }) => sum + minor - taken, 0n);
  const dueAt = new Date(Math.min(...deposits.map((each) => each.dueAt.getTime())));
  return {
    currency,
    came: formatMinor(came, currency),
    here: formatMoney(here),
    gone: formatMinor(gone, currency),
    due_at: dueAt.toISOString(),
    next: afterwards(here.minor, dueAt, now),
    deposits: deposits.map((each) => ({
      transfer_id: each.id,
      amount: formatMinor(each.minor, currency),
      left: formatMinor(remainingOf(each), currency),
      arrived_at: each.arrivedAt.toISOString(),
    })),
  };
}
