import { randomUUID } from 'node:crypto';
import type { Dice } from './dice.ts';
import { openGoldTrader } from './gold.ts';
import type { Journal } from './journal.ts';
import { openLine, type Answer, type Line } from './line.ts';
import { isSmallMoney, minorText, walletCurrencies, walletMethod, type FormAccount, type Quote } from './quote.ts';
import { withdraw } from './withdrawals.ts';

/** A client who moves money back and forth over HTTP, remembers what was not answered and asks again. */
export interface DrillClient {
  readonly name: string;
  /** To a wallet elsewhere, by another provider than the cards'. */
  readonly isPaidElsewhere: boolean;
  /** Signs in, again after a crash. */
  signIn(): Promise<void>;
  /**
   * One deposit, transfer or trade in gold, from the quote to the payment: what was acknowledged, undefined when a rule of the
   * business was against it. Throws Unanswered when the server is gone.
   */
  moveSomething(): Promise<'money' | 'gold' | undefined>;
  /** One withdrawal, to the decision of staff: whether it was acknowledged. Throws Unanswered when the server is gone. */
  withdraw(asked: Set<number>): Promise<boolean>;
  /** Asks again for everything that was sent and not answered. */
  askAgain(): Promise<void>;
}

/** Refusals that honest clients meet; any other is a fault of the server, and thrown as an Error. */
const refusalsOfQuote: ReadonlySet<string> = new Set(['not_enough_money', 'exchange_limit', 'platform_unavailable']);
const refusalsOfSave: ReadonlySet<string> = new Set([...refusalsOfQuote, 'quote_expired']);

export interface ClientOptions {
  readonly name: string;
  readonly url: string;
  readonly dice: Dice;
  readonly journal: Journal;
  /** Trades gold too, where the client may. */
  readonly tradesGold?: true;
}

/** A save that was sent: the same key and body are sent again. */
interface Save {
  readonly id: number;
  readonly type: 'deposit' | 'transfer';
  readonly key: string;
}

/** How much of what a client does is gold, where the client may. */
const goldShare = 0.5;
const cardMethod = 340;
/** They pay in by a wallet elsewhere and are paid out there: to cards nothing goes back from where they live (stack.ts). */
const withWalletElsewhere: ReadonlySet<string> = new Set(['ke.active']);

export function openClient({ name, url, dice, journal, tradesGold }: ClientOptions): DrillClient {
  const line = openLine(url);
  const hasWalletElsewhere = withWalletElsewhere.has(name);
  const { save, askAgain } = openSaver(line, { dice, journal });
  let places: readonly FormAccount[] = [];
  let tradeGold: (() => Promise<boolean>) | undefined;
  return {
    name,
    isPaidElsewhere: hasWalletElsewhere,
    askAgain,
    withdraw: (asked) => withdraw(line, { name, dice, journal, places, asked, hasWalletElsewhere }),
    async signIn() {
      await line.signIn(name);
      const form = await line.send('/api/js/api/payments/transfer');
      if (!form.success) throw new Error(`${name} is refused the form of transfers: ${form.code}`);
      places = form.data['accounts'] as FormAccount[];
      if (tradesGold) tradeGold = await openGoldTrader(line, { name, dice, journal });
    },
    async moveSomething() {
      if (tradeGold && dice.next() < goldShare) return (await tradeGold()) ? 'gold' : undefined;
      const type = dice.next() < 0.3 ? ('deposit' as const) : ('transfer' as const);
      const to = dice.pick(places);
      const from = type === 'transfer' ? dice.pick(places.filter((place) => place.number !== to.number)) : undefined;
      const charged = from ?? to;
      const answer = await line.send('/api/js/api/payments_process', {
        action: 'confirm',
        transfer_type: type,
        account_number: charged.number,
        ...(from
          ? { target_account_number: to.number }
          : { pm_id: hasWalletElsewhere && walletCurrencies.has(charged.currency) ? walletMethod : cardMethod }),
        amount: amountOf(dice, type, charged.currency),
        currency: charged.currency,
      });
      if (!answer.success) {
        if (refusalsOfQuote.has(answer.code)) return undefined;
        throw new Error(`${name} is refused a quote for a ${type} to ${to.number}: ${answer.code}`);
      }
      const quote = answer.data['quote'] as Quote;
      const id = Number(answer.data['remittance_id']);
      const terms = {
        type,
        from: from?.number,
        to: to.number,
        leaves: minorText(quote.amount, quote.currency),
        arrives: minorText(quote.account_amount, quote.account_currency),
      };
      journal.write({ event: 'confirmed', id, terms });
      return (await save({ id, type, key: randomUUID() })) ? 'money' : undefined;
    },
  };
}

/** Saves what was confirmed and pays it, and remembers what was not answered. */
function openSaver({ send, submit }: Line, { dice, journal }: Pick<ClientOptions, 'dice' | 'journal'>) {
  const unansweredSaves = new Map<number, Save>();
  const unansweredPayments = new Map<number, string>();
  /** Some never ask again: what they sent must come to its end without them. */
  const leaves = (unanswered: Map<number, unknown>, id: number): boolean => dice.next() < 0.35 && unanswered.delete(id);

  async function save(asked: Save): Promise<boolean> {
    const body = { action: 'save', remittance_id: asked.id };
    journal.write({ event: 'save_asked', id: asked.id });
    unansweredSaves.set(asked.id, asked);
    // The same save twice at the same moment moves money once.
    const [answer] = await Promise.all([
      send('/api/js/api/payments_process', body, { 'idempotency-key': asked.key }),
      dice.next() < 0.25 ? send('/api/js/api/payments_process', body) : undefined,
    ]);
    return heed(asked, answer);
  }

  /** True when the movement is acknowledged. */
  async function heed(asked: Save, answer: Answer): Promise<boolean> {
    const { id, type } = asked;
    if (!answer.success) {
      if (!refusalsOfSave.has(answer.code)) throw new Error(`the save of transfer ${id} is refused: ${answer.code}`);
      journal.write({ event: 'save_refused', id, code: answer.code });
      unansweredSaves.delete(id);
      return false;
    }
    journal.write({ event: 'save_answered', id, status: String(answer.data['status']) });
    unansweredSaves.delete(id);
    return type === 'transfer' || pay(id, referenceIn(answer));
  }

  /** True when the provider has taken the money. */
  async function pay(id: number, reference: string | undefined): Promise<boolean> {
    if (reference === undefined) return false;
    journal.write({ event: 'pay_asked', id });
    unansweredPayments.set(id, reference);
    // On the payer's page, where one payment is approved once, however often whoever was not answered tries.
    await submit(`/sandbox/payments/${reference}`, { outcome: 'approved' });
    journal.write({ event: 'pay_answered', id });
    unansweredPayments.delete(id);
    return true;
  }

  async function askAgain(): Promise<void> {
    const saves = [...unansweredSaves.values()].filter((asked) => !leaves(unansweredSaves, asked.id));
    await Promise.all(
      saves.map(async (asked) => {
        const body = { action: 'save', remittance_id: asked.id };
        // Whoever sends the key again waits for the first answer, which a dead process will not give for a minute; the
        // remittance's own number is proof enough against a second move.
        const headers = dice.next() < 0.2 ? { 'idempotency-key': asked.key } : undefined;
        await heed(asked, await send('/api/js/api/payments_process', body, headers));
      }),
    );
    const payments = [...unansweredPayments].filter(([id]) => !leaves(unansweredPayments, id));
    await Promise.all(payments.map(([id, reference]) => pay(id, reference)));
  }

  return { save, askAgain };
}

function amountOf(dice: Dice, type: 'deposit' | 'transfer', currency: string): string {
  const cents = String(dice.between(0, 99)).padStart(2, '0');
  // Card payments have a minimum (law/methods): a hundred, or as much in naira or shillings.
  const whole = type === 'transfer' ? dice.between(1, 9) : dice.between(100, 120);
  return `${isSmallMoney(currency) ? whole * 1000 : whole}.${cents}`;
}

function referenceIn(answer: Answer): string | undefined {
  const redirect = answer.data['redirect'] as { url: string } | null | undefined;
  if (!redirect) return undefined;
  const { pathname, searchParams } = new URL(redirect.url);
  // The wallet's page is known by its session.
  return searchParams.get('sid') ?? pathname.split('/').at(-1);
}
