import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import type { Currency } from '../../src/base/currency.ts';
import { formatMinor } from '../../src/base/money.ts';
import type { Dice } from './dice.ts';
import type { Journal } from './journal.ts';
import { Unanswered, type Answer, type Line } from './line.ts';
import { isSmallMoney, minorText, walletCurrencies, walletMethod, type FormAccount, type Quote } from './quote.ts';

/* Withdrawals from the request with its PIN to the decision of staff; what providers make of them comes by itself. */

const cards = 243;
const process = '/api/js/api/payments_process';
const pinLooksMost = 100;
const betweenLooksMs = 100;
/** How many a client takes back instead of waiting. */
const cancelShare = 0.1;

/** Refusals that an honest client meets. */
const refusalsOfQuote: ReadonlySet<string> = new Set([
  'not_enough_money',
  'above_card_deposits',
  'other_method_first',
  'limit_exceed',
  'method_not_offered',
  'exchange_limit',
  'platform_unavailable',
]);
/** A letter that was held up may bring the PIN of an earlier quote of the same amount, which is wrong for this one or has ended. */
const refusalsOfSave: ReadonlySet<string> = new Set([...refusalsOfQuote, 'quote_expired', 'WRONG_CODE', 'expired']);

interface Withdrawer {
  readonly name: string;
  readonly dice: Dice;
  readonly journal: Journal;
  readonly places: readonly FormAccount[];
  /** What the cards have not brought goes to a wallet elsewhere, where it takes the account's currency. */
  readonly hasWalletElsewhere: boolean;
  /** All that were asked for, for whoever decides. */
  readonly asked: Set<number>;
}

/** One withdrawal: true when it was acknowledged, and waits for staff. */
export async function withdraw(line: Line, withdrawer: Withdrawer): Promise<boolean> {
  const { name, dice, journal, places, hasWalletElsewhere, asked } = withdrawer;
  const from = dice.pick(places);
  const whole = dice.between(20, 45);
  const toWallet = { pm_id: walletMethod, wallet_email: `${name}@wallet.example`, confirm_own_name: true };
  const way = hasWalletElsewhere && walletCurrencies.has(from.currency) ? toWallet : { pm_id: cards };
  const asking = { from, pmId: way.pm_id, amount: `${isSmallMoney(from.currency) ? whole * 1000 : whole}.00` };
  const amount = dice.next() < refusedShare ? await amountRefusedInPart(line, asking) : asking.amount;
  const before = await newestPin(line, { name, amount });
  const terms = { transfer_type: 'withdraw', account_number: from.number, amount, ...way };
  const answer = await line.send(process, { action: 'confirm', ...terms });
  if (!answer.success)
    return refused(answer, { of: refusalsOfQuote, what: `${name} a quote for a withdrawal from ${from.number}` });
  const id = Number(answer.data['remittance_id']);
  const quote = answer.data['quote'] as Quote;
  journal.write({
    event: 'confirmed',
    id,
    terms: {
      type: 'withdrawal',
      from: from.number,
      leaves: minorText(quote.amount, quote.currency),
      lines: splitOf(answer.data['quote']).lines.map((each) => minorText(each.amount, each.currency)),
    },
  });
  const letter = answer.data['pin_required'] === true ? await pinAfter(line, { name, amount }, before) : undefined;
  journal.write({ event: 'save_asked', id });
  asked.add(id);
  const body = { action: 'save', remittance_id: id, ...(letter ? { payment_code: letter.pin } : {}) };
  const saved = await line.send(process, body, { 'idempotency-key': randomUUID() });
  if (!saved.success) {
    journal.write({ event: 'save_refused', id, code: saved.code });
    return refused(saved, { of: refusalsOfSave, what: `${name} the save of withdrawal ${id}` });
  }
  journal.write({ event: 'save_answered', id, status: String(saved.data['status']) });
  if (dice.next() < cancelShare) await cancel(line, { id, journal });
  return true;
}

/** A withdrawal as its quote splits it: what leaves for each line, and what arrives of it. */
interface Split {
  readonly lines: readonly {
    readonly amount: string;
    readonly currency: string;
    readonly account_amount: string;
    readonly account_currency: string;
  }[];
}

const splitOf = (quote: unknown): Split => (quote as { readonly split: Split }).split;

interface Asking {
  readonly from: FormAccount;
  readonly pmId: number;
  readonly amount: string;
}

/** What is asked for so that its provider pays a part of it and refuses another. */
const refusedShare = 0.4;
/** The sandbox's providers refuse payouts of so many cents over (sandbox/praxis/payingOut.ts). */
const refusedCents = 13n;
const amountLooksMost = 10;
/** So much more is asked for at most, to reach the next payment that it goes back to. */
const timesMost = 16n;

/** An amount near that one whose last line its provider refuses and pays those before; that amount where none is found. */
async function amountRefusedInPart(line: Line, { from, pmId, amount: first }: Asking): Promise<string> {
  const minorFirst = BigInt(minorText(first, from.currency));
  let minor = minorFirst;
  for (let looks = 0; looks < amountLooksMost && minor <= timesMost * minorFirst; looks += 1) {
    const amount = formatMinor(minor, from.currency as Currency);
    const asked = new URLSearchParams({ account_number: String(from.number), amount, pm_id: String(pmId) });
    const answer = await line.send(`/api/js/api/payments/withdraw/quote?${asked.toString()}`);
    if (!answer.success) return first;
    const { lines } = splitOf(answer.data);
    const last = lines.at(-1);
    if (!last) return first;
    const over = BigInt(minorText(last.account_amount, last.account_currency)) % 100n;
    if (lines.length > 1 && over === refusedCents) return amount;
    minor = lines.length > 1 ? minor + ((((refusedCents - over) % 100n) + 100n) % 100n) : 2n * minor;
  }
  return first;
}

/** The client wants it back; staff may have been first. */
async function cancel(line: Line, { id, journal }: { readonly id: number; readonly journal: Journal }): Promise<void> {
  journal.write({ event: 'decide_asked', id, action: 'cancel' });
  const answer = await line.send('/api/js/api/transfers/cancel', { tid: id });
  if (answer.success) journal.write({ event: 'decided', id, action: 'cancel' });
  else throw new Error(`the client may not cancel withdrawal ${id}: ${answer.code}`);
}

interface Letter {
  readonly id: string | number;
  readonly text: string;
  readonly pin?: string | null;
}

/** Whose letter is looked for, and what its PIN is to be good for: after a kill several letters may be under way. */
interface Wanted {
  readonly name: string;
  readonly amount: string;
}

async function newestPin(line: Line, { name, amount }: Wanted): Promise<Letter | undefined> {
  const letters = (await line.read(`/sandbox/outbox?to=${encodeURIComponent(emailOf(name))}`)) as { messages?: Letter[] };
  return letters.messages?.find(({ pin, text }) => Boolean(pin) && text.replaceAll(',', '').includes(amount));
}

/** The letter with a PIN that comes after that one. One that does not come leaves the client without. */
async function pinAfter(line: Line, wanted: Wanted, before: Letter | undefined): Promise<Letter> {
  for (let looks = 0; looks < pinLooksMost; looks += 1) {
    const letter = await newestPin(line, wanted);
    if (letter && letter.id !== before?.id) return letter;
    await wait(betweenLooksMs);
  }
  throw new Unanswered(`no PIN has come for ${wanted.name}`);
}

/** Staff that decides withdrawals, over the desk. */
export interface Desk {
  signIn(): Promise<void>;
  /** Decides what waits of those withdrawals; answers how many decisions were acknowledged. */
  decide(asked: ReadonlySet<number>): Promise<number>;
}

const reason = 'looked at, all papers are there';
const declineShare = 0.2;

export function openDesk(line: Line, { dice, journal }: Pick<Withdrawer, 'dice' | 'journal'>): Desk {
  const decideOne = async ({ id, isRefused }: Waiting): Promise<void> => {
    const decision = isRefused
      ? ('give_back' as const)
      : dice.next() < declineShare
        ? ('decline' as const)
        : ('approve' as const);
    journal.write({ event: 'decide_asked', id, action: decision });
    const body = decision === 'approve' ? { action: decision } : { action: 'decline', reason_code: 'below_system_charge' };
    const answer = await line.send(`/api/desk/transfers/${id}`, { ...body, reason });
    if (!answer.success) throw new Error(`staff may not ${decision} withdrawal ${id}: ${answer.code}`);
    journal.write({ event: 'decided', id, action: decision });
  };
  return {
    signIn: () => line.signInStaff('finance'),
    async decide(asked) {
      let decided = 0;
      for (const each of await waiting(line, asked)) {
        try {
          await decideOne(each);
          decided += 1;
        } catch (error) {
          // The client has taken it back, or nobody answers: what waits is asked for again.
          if (!(error instanceof Unanswered)) throw error;
        }
      }
      return decided;
    },
  };
}

interface Waiting {
  readonly id: number;
  /** Its approval was before: what waits is what a provider has refused of it. */
  readonly isRefused: boolean;
}

async function waiting(line: Line, asked: ReadonlySet<number>): Promise<Waiting[]> {
  const queue = await line.send('/api/desk/queues/withdrawals');
  if (!queue.success) throw new Error(`staff may not read what waits: ${queue.code}`);
  const items = queue.data['items'] as readonly { readonly subject: string; readonly detail: { readonly kind?: string } }[];
  return items
    .map(({ subject, detail: { kind } }) => ({
      id: Number(/^remittance:(\d+)$/.exec(subject)?.[1] ?? 0),
      isRefused: kind === 'payout_refused',
    }))
    .filter(({ id }) => asked.has(id));
}

function refused(answer: Answer, { of, what }: { readonly of: ReadonlySet<string>; readonly what: string }): false {
  if (!answer.success && of.has(answer.code)) return false;
  throw new Error(`refused ${what}: ${answer.success ? 'by nothing' : answer.code}`);
}
