import { isCurrency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { sandboxAccounts } from './accounts.ts';
import type { Ordered, OrderStore } from './orders.ts';

/*
 * What becomes of an order its amount says, as at the sandbox's other providers: of so many cents left over it is rejected, or stays under
 * way until somebody decides; every other is settled when it is asked about the next time.
 */
const rejectedCents = 13n;
const pendingCents = 37n;

interface Answered {
  readonly status: number;
  readonly body: object;
}

/** Takes an order, or says why never; asked again under the same reference it is the same one. */
export function takeOrder(
  store: OrderStore,
  body: Buffer,
  { now, isRefused }: { readonly now: Date; readonly isRefused: () => boolean },
): Answered {
  const wanted = readOrder(body, now);
  if (typeof wanted === 'string') return { status: 422, body: { error: wanted } };
  const known = store.ordered(wanted.reference);
  if (!known) {
    if (isRefused()) return { status: 422, body: { error: 'RR04: the order was refused by the bank’s rules' } };
    store.order(wanted);
    return { status: 200, body: shown(wanted) };
  }
  const isSame = known.minor === wanted.minor && known.account === wanted.account && known.creditor === wanted.creditor;
  return isSame
    ? { status: 200, body: shown(known) }
    : { status: 409, body: { error: 'the reference is that of another order' } };
}

function readOrder(body: Buffer, now: Date): Ordered | string {
  const asked = fieldsOf(body);
  const text = (name: string): string => (typeof asked[name] === 'string' ? asked[name] : '');
  const currency = text('currency');
  const account = sandboxAccounts.find(({ number }) => number === text('account'));
  if (account?.currency !== currency || !isCurrency(currency)) return 'the account is none of the customer’s in that currency';
  const minor = parseMinor(text('amount'), currency);
  if (minor === undefined || minor <= 0n) return 'the amount is none';
  if (!/^[\w-]{1,50}$/.test(text('reference'))) return 'the reference is missing';
  const creditor = (asked['creditor'] ?? {}) as Readonly<Record<string, unknown>>;
  const told = ['name', 'account', 'bic', 'bank'].map((name) => creditor[name]);
  if (told.some((each) => typeof each !== 'string' || each === '')) return 'the creditor is not told in full';
  // Of zeros only, nobody has one.
  if (/^0{1,34}$/.test(String(creditor['account']))) return 'AC01: there is no such account';
  const order = { reference: text('reference'), account: account.number, minor, currency, text: text('text') };
  return { ...order, creditor: JSON.stringify(told), status: 'PDNG', booked: null, at: now };
}

/** What the bank decides of it by itself; undefined: nothing, somebody has to. */
export function decisionOn({ minor, status }: Ordered): 'ACSC' | 'RJCT' | undefined {
  if (status !== 'PDNG' || minor % 100n === pendingCents) return undefined;
  return minor % 100n === rejectedCents ? 'RJCT' : 'ACSC';
}

export function shown({ reference, status, minor, currency, booked, at }: Ordered): object {
  if (!isCurrency(currency)) throw new Error(`the bank keeps no accounts in ${currency}`);
  return { reference, status, amount: formatMinor(minor, currency), currency, booked, at: at.toISOString() };
}

function fieldsOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
