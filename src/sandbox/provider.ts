import { isCurrency } from '../base/currency.ts';
import type { Money } from '../base/money.ts';
import type { Clock } from '../base/time.ts';
import { openFaults, type Planned } from './faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from './listener.ts';
import { decide, type Decision, type DecisionAnswer, type DecisionTerms } from './praxis/deciding.ts';
import { deliver, type DeliveryRound } from './praxis/delivery.ts';
import { openPraxisStore, type Order, type OrderStatus, type PraxisStore } from './praxis/store.ts';

/** Where a payment provider of the sandbox runs, and how impatient it is. */
export interface ProviderOptions {
  readonly clock: Clock;
  /** Where the payer's page of an order is shown. */
  pageAddress(reference: string): string;
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  /** How often due notifications are looked for, in milliseconds; 0 leaves it to `deliverDue`. */
  readonly pollMs?: number;
  readonly patience?: Patience;
}

/** What the payer's page shows. */
export interface PayerPage {
  readonly reference: string;
  readonly intent: 'deposit' | 'payout';
  readonly amount: Money;
  readonly payer: string;
  /** How it is paid, as the page names it; the bank among it where one was chosen. */
  readonly method: string;
  readonly status: OrderStatus;
  readonly returnUrl: string;
}

export interface ProviderSandbox {
  readonly address: string;
  page(reference: string): PayerPage | undefined;
  /** Decides an order at the payer's page, once; the signed notifications follow by themselves. Deciding the same again changes nothing. */
  decideOnPage(reference: string, decision: Decision): DecisionAnswer;
  /** Decides an order, and makes a further transaction of it once it is decided (interfaces §5). */
  decide(reference: string, decision: Decision, terms?: DecisionTerms): DecisionAnswer;
  /** Delivers what is due now and answers how many deliveries were tried. */
  deliverDue(): Promise<number>;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

/** How a provider speaks: all that differs from one to the next. */
export interface ProviderSpeech extends Pick<DeliveryRound, 'send' | 'resendMs'> {
  /** What it answers when it is out of order. */
  readonly failure: VendorAnswer;
  /** `isRefused` is asked of a payment or a payout that is asked for the first time and could be taken. */
  answer(store: PraxisStore, request: VendorRequest, isRefused: () => boolean): VendorAnswer;
  /** Asked before it acts, so that a fault is kept for the act that follows. */
  isSpared?(request: VendorRequest): boolean;
  /** How the page names an order's way of paying. */
  methodOf(order: Order): string;
  /** What it decides by itself of a payout that has no page; undefined: nothing yet. Without it, it pays nothing out so. */
  decisionOn?(order: Order): Decision | undefined;
  /** Whether a payout that it had paid can say of itself that it was reversed. */
  readonly reversesInPlace?: true;
}

/** How an order stands that was decided so at the payer's page. */
const onPage: Readonly<Partial<Record<Decision, OrderStatus>>> = {
  approved: 'approved',
  declined: 'rejected',
  pending: 'pending',
};

/** A payment provider of the sandbox: its orders, its payers' decisions and its signed notifications. */
export async function startProvider(options: ProviderOptions, speech: ProviderSpeech): Promise<ProviderSandbox> {
  const store = openPraxisStore(options.dataFolder);
  const faults = openFaults();
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: speech.failure,
    handle: (request) => speech.answer(store, request, () => faults.takeRefusal()),
    fault: (request) => (speech.isSpared?.(request) ? undefined : faults.takeForCall()),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  let closed = false;
  let running: Promise<number> | undefined;
  const deliverDue = async (): Promise<number> => {
    const round = { ...speech, store, clock: options.clock, stopped: () => closed };
    running ??= deliver(round).finally(() => (running = undefined));
    return running;
  };
  // Who was given an address, and no page, knows an order by that.
  const find = (named: string): Order | undefined => store.order(named) ?? store.byToken(named);
  const decideNow = (named: string, decision: Decision, terms: DecisionTerms = {}): DecisionAnswer => {
    const reference = find(named)?.reference ?? named;
    if (terms.isUnderItsNumber && !speech.reversesInPlace) return 'nothing_to_take_back';
    const at = { store, now: options.clock.now(), takeFault: () => faults.takeForWebhook() };
    const answered = decide(at, { reference, decision, terms });
    kick();
    return answered;
  };
  const kick = (): void => {
    if (options.pollMs !== 0 && !closed) deliverDue().catch(() => undefined);
  };
  const beat = (): void => {
    decideAlone({ store, speech, decideNow });
    kick();
  };
  const timer = options.pollMs === 0 ? undefined : setInterval(beat, options.pollMs ?? 250);
  timer?.unref();
  return {
    address: listener.address,
    page: (reference) => payerPage(find(reference), speech),
    decideOnPage: (reference, decision) => decidedOnPage(find(reference), decision) ?? decideNow(reference, decision),
    decide: decideNow,
    deliverDue,
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      faults.set('none', 0);
      listener.forget();
      store.clear();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
      await listener.close();
      store.close();
    },
  };
}

/** What deciding at the payer's page comes to where it was decided before. */
function decidedOnPage(order: Order | undefined, decision: Decision): DecisionAnswer | undefined {
  if (order && order.status === onPage[decision]) return 'decided';
  return order?.status === 'approved' || order?.status === 'rejected' ? 'already_decided' : undefined;
}

/** What the provider decides of payouts without a page. */
function decideAlone(of: {
  readonly store: PraxisStore;
  readonly speech: ProviderSpeech;
  readonly decideNow: (reference: string, decision: Decision) => unknown;
}): void {
  const { decisionOn } = of.speech;
  for (const order of decisionOn ? of.store.undecided() : []) {
    const decision = decisionOn?.(order);
    if (decision) of.decideNow(order.reference, decision);
  }
}

function payerPage(order: Order | undefined, speech: ProviderSpeech): PayerPage | undefined {
  if (!order || !isCurrency(order.currency)) return undefined;
  return {
    reference: order.reference,
    intent: order.intent === 'payment' ? 'deposit' : 'payout',
    amount: { minor: order.amount, currency: order.currency },
    payer: `${order.firstName} ${order.lastName}`.trim(),
    method: speech.methodOf(order),
    status: order.status,
    returnUrl: order.returnUrl,
  };
}
