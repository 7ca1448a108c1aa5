import { currencies, isCoin, readCurrency } from '../../../base/currency.ts';
import { formatMoney, type Money } from '../../../base/money.ts';
import {
  maxReferenceLength,
  type CoinDesk,
  type LookUpAnswer,
  type NotificationHeaders,
  type NotificationReading,
  type PaymentRequest,
  type Payments,
  type PaymentState,
  type PaymentStatus,
  type SettlementAnswer,
  type StartAnswer,
} from '../port.ts';
import {
  coinMinor,
  coinsSchema,
  estimateSchema,
  isSignedBy,
  parseExactly,
  paymentListSchema,
  paymentSchema,
  payoutSchema,
  signatureHeader,
  type ToldPayment,
} from './messages.ts';
import { ask, unknown, type NowPaymentsSettings } from './asking.ts';
import { openPayouts, payoutStateOf } from './payingOut.ts';

export type { NowPaymentsSettings } from './asking.ts';

/** The list of coins is asked for again after so long. */
const listedMs = 60_000;

/** Coins over NOWPayments: an address for each payment, and notifications of what has come to it. */
export function openNowPayments(settings: NowPaymentsSettings): Payments {
  const payouts = openPayouts(settings);
  return {
    startPayment: (request) => startPayment(settings, request),
    ...(payouts ? { payOut: payouts.payOut } : {}),
    lookUp: async (reference, transactionId) => {
      const paidIn = await lookUp(settings, reference, transactionId);
      return paidIn.outcome === 'absent' && payouts ? payouts.lookUp(reference) : paidIn;
    },
    settlement: async (day) => {
      const [paidIn, paidOut] = [await settlement(settings, day), await payouts?.settlement(day)];
      if (paidIn.outcome !== 'done' || !paidOut) return paidIn;
      return paidOut.outcome === 'done' ? { outcome: 'done', lines: [...paidIn.lines, ...paidOut.lines] } : paidOut;
    },
    readNotification: (raw, headers) => readNotification(settings, raw, headers),
    notifications: { path: 'nowpayments', headers: [signatureHeader] },
    coins: openCoinDesk(settings),
    acknowledge: (accepted) => ({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: accepted ? 'OK' : 'Send again',
    }),
  };
}

function openCoinDesk(settings: NowPaymentsSettings): CoinDesk {
  let last: { readonly codes: ReadonlySet<string>; readonly untilMs: number } | undefined;
  return {
    async listed() {
      const nowMs = settings.clock.wall().getTime();
      if (last && nowMs < last.untilMs) return { outcome: 'done', codes: last.codes };
      const answer = await ask(settings, '/v1/merchant/coins');
      const read = answer.outcome === 'answered' && answer.status === 200 ? coinsSchema.safeParse(answer.body) : undefined;
      if (!read?.success)
        return unknown(answer.outcome === 'unknown' ? answer.reason : 'the list of coins came in an unknown form');
      const codes = new Set(read.data.selectedCurrencies.map((code) => code.toLowerCase()));
      last = { codes, untilMs: nowMs + listedMs };
      return { outcome: 'done', codes };
    },
    async price(code, worth) {
      const query = estimateQuery(code, worth);
      const answer = await ask(settings, `/v1/estimate?${query}`);
      const read = answer.outcome === 'answered' && answer.status === 200 ? estimateSchema.safeParse(answer.body) : undefined;
      const minor = read?.success ? coinMinor(read.data.estimated_amount, 'up') : undefined;
      if (!minor) return unknown(answer.outcome === 'unknown' ? answer.reason : 'the price came in an unknown form');
      return { outcome: 'done', minor };
    },
  };
}

function estimateQuery(code: string, worth: Money): URLSearchParams {
  return new URLSearchParams({
    amount: formatMoney(worth),
    currency_from: worth.currency.toLowerCase(),
    currency_to: code,
  });
}

/** What is paid there is the amount of the coin that was quoted; the price beside it is for their own books. */
async function startPayment(settings: NowPaymentsSettings, request: PaymentRequest): Promise<StartAnswer> {
  const { reference, amount, methodKey, worth } = request;
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (!isCoin(amount.currency) || !methodKey || !worth || request.intent !== 'deposit')
    return { outcome: 'refused', code: 'currency_not_supported', message: `${amount.currency} is no coin that comes in here` };
  // Asked again it must be the same address: they would make another one.
  const known = await lookUpAll(settings, reference);
  if (known.outcome === 'unknown') return known;
  const first = known.payments.at(0);
  if (first) return startedWith(first, amount);
  const answer = await ask(settings, '/v1/payment', {
    body: {
      price_amount: formatMoney(worth),
      price_currency: worth.currency.toLowerCase(),
      pay_amount: formatMoney(amount),
      pay_currency: methodKey,
      order_id: reference,
      ipn_callback_url: request.notificationUrl,
    },
  });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status >= 400 && answer.status < 500)
    return { outcome: 'refused', code: 'rejected_by_provider', message: `status ${answer.status}` };
  const made = paymentSchema.safeParse(answer.body);
  return made.success ? startedWith(made.data, amount) : unknown('the payment came in an unknown form');
}

function startedWith({ pay_address, payin_extra_id, pay_amount }: ToldPayment, amount: Money): StartAnswer {
  if (!pay_address) return unknown('the payment came without an address');
  if (coinMinor(pay_amount ?? '', 'up') !== amount.minor)
    return { outcome: 'refused', code: 'rejected_by_provider', message: 'the order was made for another amount' };
  return { outcome: 'started', payTo: { address: pay_address, memo: payin_extra_id ?? null } };
}

async function lookUp(settings: NowPaymentsSettings, reference: string, transaction: string | undefined): Promise<LookUpAnswer> {
  const known = await lookUpAll(settings, reference);
  if (known.outcome === 'unknown') return known;
  const payment =
    transaction === undefined
      ? known.payments.at(-1)
      : known.payments.find((each) => stateOf(each).providerTransactionId === transaction);
  return payment ? { outcome: 'found', payment: stateOf(payment) } : { outcome: 'absent' };
}

type AllOf = { readonly outcome: 'done'; readonly payments: readonly ToldPayment[] } | ReturnType<typeof unknown>;

/** Every payment of an order, the oldest first: whoever pays twice to one address has made two. */
async function lookUpAll(settings: NowPaymentsSettings, reference: string): Promise<AllOf> {
  const answer = await ask(settings, `/v1/payment/?${new URLSearchParams({ orderId: reference, limit: '500', orderBy: 'asc' })}`);
  if (answer.outcome === 'unknown') return answer;
  const read = answer.status === 200 ? paymentListSchema.safeParse(answer.body) : undefined;
  if (!read?.success) return unknown(`the list of payments was answered by ${answer.status}`);
  if (read.data.data.some((payment) => payment.order_id !== reference)) return unknown('the list is about another order');
  return { outcome: 'done', payments: read.data.data };
}

/** Their words; what is in no table is pending. Less than was asked for is an end of theirs too: what has come counts. */
const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['finished', 'approved'],
  ['partially_paid', 'approved'],
  ['refunded', 'approved'],
  ['failed', 'declined'],
  ['expired', 'cancelled'],
]);

/** Coins that were seen on their chain. */
const onTheirWay: ReadonlySet<string> = new Set(['confirming', 'confirmed', 'sending']);

function stateOf(payment: ToldPayment): PaymentState {
  const status = payment.payment_status;
  const currency = coinOf(payment.pay_currency);
  const paid = coinMinor(payment.actually_paid ?? '0', 'down') ?? 0n;
  const hasActed = status !== 'waiting' && status !== 'expired';
  const at = new Date(payment.updated_at ?? '');
  return {
    reference: payment.order_id,
    kind: status === 'refunded' ? 'refund' : 'payment',
    status: statuses.get(status) ?? 'pending',
    undoesItself: status === 'refunded',
    providerStatus: status,
    providerTransactionId: hasActed ? payment.payment_id : undefined,
    ...(onTheirWay.has(status) ? { isOnItsWay: true } : {}),
    hash: payment.payin_hash ?? undefined,
    amount: hasActed ? { minor: paid, currency, letters: payment.pay_currency } : undefined,
    payer: { name: undefined, cardMask: undefined, cardBrand: undefined },
    occurredAt: Number.isNaN(at.getTime()) ? new Date(0) : at,
  };
}

/** The coin of one of their names, which have the network behind it. */
function coinOf(code: string) {
  const letters = code.toUpperCase();
  const found = readCurrency(letters) ?? readCurrency(letters.replace(/BSC$/, ''));
  return found && currencies[found].kind === 'crypto' ? found : undefined;
}

async function settlement(settings: NowPaymentsSettings, day: string): Promise<SettlementAnswer> {
  const query = new URLSearchParams({ dateFrom: day, dateTo: day, limit: '500', orderBy: 'asc' });
  const answer = await ask(settings, `/v1/payment/?${query}`);
  if (answer.outcome === 'unknown') return answer;
  const read = answer.status === 200 ? paymentListSchema.safeParse(answer.body) : undefined;
  if (!read?.success) return unknown(`the payments of a day were answered by ${answer.status}`);
  const lines = read.data.data
    .map(stateOf)
    .flatMap(({ status, kind, amount, reference, providerTransactionId, occurredAt }) =>
      status === 'approved' && amount && providerTransactionId
        ? [{ transactionId: providerTransactionId, reference, kind, amount, settledAt: occurredAt }]
        : [],
    );
  return { outcome: 'done', lines };
}

function readNotification(settings: NowPaymentsSettings, raw: Uint8Array, headers: NotificationHeaders): NotificationReading {
  const text = Buffer.from(raw).toString('utf8');
  const body = parseExactly(text);
  const { order_id, unique_external_id } = (body ?? {}) as { order_id?: unknown; unique_external_id?: unknown };
  const named = order_id ?? unique_external_id;
  const reference = typeof named === 'string' && named.length <= maxReferenceLength ? named : undefined;
  const told = paymentSchema.transform(stateOf).or(payoutSchema.transform(payoutStateOf)).safeParse(body);
  if (!told.success) return { verified: false, reason: 'malformed', reference };
  const header = headers[signatureHeader];
  // The signature is over the numbers as JSON writes them.
  if (!isSignedBy(typeof header === 'string' ? header : header?.[0], JSON.parse(text), settings.ipnSecret))
    return { verified: false, reason: 'wrong_signature', reference };
  return { verified: true, statusIsSigned: true, payment: told.data };
}
