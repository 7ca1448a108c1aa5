import { currencies, readCurrency } from '../../../base/currency.ts';
import { formatMoney, parseMinor } from '../../../base/money.ts';
import {
  maxReferenceLength,
  type LookUpAnswer,
  type NotificationReading,
  type PaymentAmount,
  type PaymentKind,
  type PaymentRequest,
  type Payments,
  type PaymentState,
  type PaymentStatus,
  type SettlementAnswer,
  type SettlementLine,
  type StartAnswer,
} from '../port.ts';
import { ask, query, unknown, type SkrillSettings } from './asking.ts';
import { isSignedBy, readForm, reportSchema, type Report } from './messages.ts';
import { payOut } from './payingOut.ts';

export type { SkrillSettings } from './asking.ts';

/** Skrill's wallet: Quick Checkout with its status address, the Merchant Query Interface, and its Automated Payments Interface. */
export function openSkrill(settings: SkrillSettings): Payments {
  return {
    startPayment: (request) => startPayment(settings, request),
    payOut: (request) => payOut(settings, request),
    lookUp: (reference, transactionId) => lookUp(settings, reference, transactionId),
    settlement: (day) => settlement(settings, day),
    readNotification: (raw) => readNotification(settings, raw),
    pageHosts: [new URL(settings.address).host],
    // The signature is a field of the report.
    notifications: { path: 'skrill', headers: [] },
    acknowledge: (accepted) => ({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: accepted ? 'OK' : 'Send again',
    }),
  };
}

async function startPayment(settings: SkrillSettings, request: PaymentRequest): Promise<StartAnswer> {
  if (request.reference.length === 0 || request.reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  const { amount } = request;
  if (currencies[amount.currency].kind !== 'fiat')
    return { outcome: 'refused', code: 'currency_not_supported', message: `${amount.currency} is not a currency of the wallet` };
  if (amount.minor <= 0n) return { outcome: 'refused', code: 'amount_not_supported', message: 'the amount must be positive' };
  const answer = await ask(settings, { method: 'POST', url: `${settings.address}/`, body: prepared(settings, request) });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status >= 400 && answer.status < 500)
    return { outcome: 'refused', code: 'rejected_by_provider', message: answer.text.slice(0, 200) };
  const session = answer.text.trim();
  if (answer.status !== 200 || !/^[0-9a-zA-Z]{16,64}$/.test(session)) return unknown(`the session came as ${answer.status}`);
  return { outcome: 'started', redirect: { url: `${settings.address}/?sid=${session}`, method: 'GET', fields: {} } };
}

/** Quick Checkout, "prepare only": the session's number is answered, and card data never comes by us. */
function prepared(settings: SkrillSettings, { customer, amount, ...request }: PaymentRequest): URLSearchParams {
  const [firstName = '', ...lastNames] = customer.name.trim().split(/\s+/);
  return new URLSearchParams({
    prepare_only: '1',
    pay_to_email: settings.email,
    transaction_id: request.reference,
    amount: formatMoney(amount),
    currency: amount.currency,
    language: request.locale.slice(0, 2).toUpperCase(),
    return_url: request.returnUrl,
    cancel_url: request.returnUrl,
    status_url: request.notificationUrl,
    firstname: firstName,
    lastname: lastNames.join(' '),
    pay_from_email: customer.email,
    customer_id: String(request.clientId),
    payment_methods: request.methodKey ?? 'WLT',
    ...(request.intent === 'payout' ? { intent: 'payout' } : {}),
  });
}

async function lookUp(settings: SkrillSettings, reference: string, transaction: string | undefined): Promise<LookUpAnswer> {
  const answer = await query(settings, {
    action: 'status_trn',
    trn_id: reference,
    ...(transaction === undefined ? {} : { mb_trn_id: transaction }),
  });
  if (answer.outcome === 'unknown') return answer;
  if (answer.code === 403) return { outcome: 'absent' };
  const report = reportSchema.safeParse(readForm(answer.body));
  if (answer.code !== 200 || !report.success) return unknown(`the look-up was answered by ${answer.code}`);
  if (!isTheirs(settings, report.data)) return unknown('the answer to the look-up is not signed by the provider');
  if (report.data.transaction_id !== reference) return unknown('the look-up was answered about another order');
  if (transaction !== undefined && report.data.mb_transaction_id !== transaction)
    return unknown('the look-up was answered about another transaction');
  return { outcome: 'found', payment: paymentState(report.data, settings.clock.wall()) };
}

function isTheirs({ merchantId, secretWord }: SkrillSettings, report: Report): boolean {
  return report.merchant_id === merchantId && isSignedBy(report, secretWord);
}

/** Quick Checkout, "status": what is not in the table is pending. */
const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['2', 'approved'],
  ['0', 'pending'],
  ['-1', 'cancelled'],
  ['-2', 'declined'],
]);

const kinds: ReadonlyMap<string, PaymentKind> = new Map([
  ['sale', 'payment'],
  ['payout', 'payout'],
  ['refund', 'refund'],
  ['chargeback', 'chargeback'],
  ['reversal', 'won_back'],
]);

function paymentState(report: Report, at: Date): PaymentState {
  const kind = kinds.get(report.transaction_type ?? 'sale') ?? 'payment';
  // -3 says of a payment that its payer's bank has taken it back, under the payment's own number.
  const isUndone = kind === 'payment' && report.status === '-3';
  const name = [report.firstname, report.lastname].filter(Boolean).join(' ');
  return {
    reference: report.transaction_id,
    kind: isUndone ? 'chargeback' : kind,
    status: isUndone ? 'approved' : (statuses.get(report.status) ?? 'pending'),
    undoesItself: isUndone,
    providerStatus: `${report.transaction_type ?? 'payment'} ${report.status}`,
    providerTransactionId: report.mb_transaction_id,
    ...(kind === 'payment' && report.status === '0' ? { isOnItsWay: true } : {}),
    amount: report.mb_transaction_id === undefined ? undefined : amountOf(report.mb_amount, report.mb_currency),
    payer: { name: name || undefined, cardMask: undefined, cardBrand: undefined },
    occurredAt: at,
  };
}

function amountOf(text: string, letters: string): PaymentAmount | undefined {
  const currency = readCurrency(letters);
  const known = currency && currencies[currency].kind === 'fiat' ? currency : undefined;
  const minor = parseMinor(text, known ?? 'USD');
  return minor === undefined ? undefined : { minor, currency: known, letters };
}

async function settlement(settings: SkrillSettings, day: string): Promise<SettlementAnswer> {
  const [year, month, date] = day.split('-');
  const written = `${date}-${month}-${year}`;
  const answer = await query(settings, { action: 'history', start_date: written, end_date: written });
  if (answer.outcome === 'unknown') return answer;
  if (answer.code !== 200) return unknown(`the account history was answered by ${answer.code}`);
  const lines: SettlementLine[] = [];
  for (const line of answer.body.split('\n').slice(1).filter(Boolean)) {
    const [transactionId, time = '', type = '', reference, amount = '', letters = ''] = line.split(',');
    const [settledAt, kind, sent] = [new Date(time), kinds.get(type), amountOf(amount, letters)];
    if (!transactionId || !reference || !sent || Number.isNaN(settledAt.getTime()))
      return unknown('the account history came in an unknown form');
    if (kind) lines.push({ transactionId, reference, kind, amount: sent, settledAt });
  }
  return { outcome: 'done', lines };
}

function readNotification(settings: SkrillSettings, raw: Uint8Array): NotificationReading {
  const form = readForm(Buffer.from(raw).toString('utf8'));
  const named = form['transaction_id'];
  const reference = named !== undefined && named.length <= maxReferenceLength ? named : undefined;
  const report = reportSchema.safeParse(form);
  if (!report.success) return { verified: false, reason: 'malformed', reference };
  if (report.data.merchant_id !== settings.merchantId) return { verified: false, reason: 'wrong_merchant', reference };
  if (!isSignedBy(report.data, settings.secretWord)) return { verified: false, reason: 'wrong_signature', reference };
  // The status is signed; what kind of transaction it is, and its number, are not. Hence the look-up before money moves.
  return { verified: true, statusIsSigned: false, payment: paymentState(report.data, settings.clock.wall()) };
}
