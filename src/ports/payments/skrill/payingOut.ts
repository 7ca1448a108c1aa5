import { currencies } from '../../../base/currency.ts';
import { formatMoney } from '../../../base/money.ts';
import { maxReferenceLength, type PayoutAnswer, type PayoutRequest, type PayoutSource } from '../port.ts';
import { ask, query, unknown, type SkrillSettings } from './asking.ts';
import { queryPasswordHash, readForm, readInterfaceAnswer, reportSchema } from './messages.ts';

/**
 * Automated Payments Interface: a transfer or a refund is prepared, which moves nothing, and carried out by the session's number. That
 * one reference of ours (`frn_trn_id`) is one payout, however often it is asked for, is our own agreement with the provider for refunds.
 */
export async function payOut(settings: SkrillSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const { reference, amount } = request;
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (currencies[amount.currency].kind !== 'fiat')
    return refused('currency_not_supported', `${amount.currency} is not a currency of the wallet`);
  if (amount.minor <= 0n) return refused('amount_not_supported', 'the amount must be positive');
  if (request.way === 'refund') return refund(settings, request, request.source);
  const { destination, source } = request;
  if (destination && destination.kind !== 'wallet') return refused('rejected_by_provider', 'the wallet pays to wallets');
  const to = destination?.email ?? (await payerOf(settings, source));
  if (typeof to !== 'string') return to;
  return carryOut(settings, {
    page: 'pay.pl',
    action: 'transfer',
    fields: {
      amount: formatMoney(amount),
      currency: amount.currency,
      bnf_email: to,
      subject: 'Your withdrawal',
      note: `Withdrawal ${reference}`,
      frn_trn_id: reference,
      status_url: request.notificationUrl,
    },
  });
}

function refund(settings: SkrillSettings, { reference, amount, notificationUrl }: PayoutRequest, source: PayoutSource) {
  return carryOut(settings, {
    page: 'refund.pl',
    action: 'refund',
    fields: {
      transaction_id: source.reference,
      amount: formatMoney(amount),
      currency: amount.currency,
      frn_trn_id: reference,
      refund_status_url: notificationUrl,
    },
  });
}

/** The account that a payment came from, as its status tells it. */
async function payerOf(settings: SkrillSettings, source: PayoutSource | undefined): Promise<string | PayoutAnswer> {
  const answer = await query(settings, { action: 'status_trn', trn_id: source?.reference ?? '' });
  if (answer.outcome === 'unknown') return answer;
  const report = reportSchema.safeParse(readForm(answer.body));
  const email = report.success && answer.code === 200 ? report.data.pay_from_email : undefined;
  return email ?? refused('rejected_by_provider', `the payer of ${source?.reference ?? 'nothing'} is not known there`);
}

/** The guide's errors that hold for good; any other may be ours, such as a balance that is too low, and passes. */
const refusals: ReadonlySet<string> = new Set([
  'PAYMENT_DENIED',
  'DISALLOWED_RECIPIENT',
  'CHECK_FOR_VERIFIED_EMAIL',
  'SINGLE_TRN_LIMIT_VIOLATED',
  'INVALID_BNF_EMAIL',
  'INVALID_AMOUNT',
  'INVALID_CURRENCY',
]);

interface Interface {
  readonly page: 'pay.pl' | 'refund.pl';
  readonly action: 'transfer' | 'refund';
  readonly fields: Readonly<Record<string, string>>;
}

async function carryOut(settings: SkrillSettings, { page, action, fields }: Interface): Promise<PayoutAnswer> {
  const password = queryPasswordHash(settings.queryPassword);
  const prepared = await askInterface(settings, page, { action: 'prepare', email: settings.email, password, ...fields });
  if (prepared.outcome !== 'answered') return prepared;
  const { sid } = prepared.answer;
  if (sid === undefined) return unknown('the session came in an unknown form');
  const done = await askInterface(settings, page, { action, sid });
  if (done.outcome !== 'answered') return done;
  // -1 and -2: it was not carried out. Anything else may still be decided.
  const { status } = done.answer;
  if (status === undefined) return unknown('the payout was answered in an unknown form');
  return status === '-1' || status === '-2' ? refused('rejected_by_provider', `status ${status}`) : { outcome: 'accepted' };
}

async function askInterface(settings: SkrillSettings, page: Interface['page'], fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields);
  const answer = await ask(settings, { method: 'POST', url: `${settings.queryAddress}/app/${page}`, body });
  if (answer.outcome === 'unknown') return answer;
  const read = answer.status === 200 ? readInterfaceAnswer(answer.text) : undefined;
  if (!read) return unknown(`the interface answered ${answer.status}`);
  if (read.error !== undefined)
    return refusals.has(read.error) ? refused('rejected_by_provider', read.error) : unknown(`the interface said ${read.error}`);
  return { outcome: 'answered', answer: read } as const;
}

function refused(code: 'currency_not_supported' | 'amount_not_supported' | 'rejected_by_provider', message: string) {
  return { outcome: 'refused', code, message } as const;
}
