import { currencies } from '../../../base/currency.ts';
import { minorAsNumber } from '../../../base/money.ts';
import { maxReferenceLength, type PaymentCustomer, type PaymentRefusal, type PayoutAnswer, type PayoutRequest } from '../port.ts';
import { isTheirs, post, unixSeconds, unknown, type PraxisSettings } from './asking.ts';
import {
  apiVersion,
  payoutAnswerSchema,
  payoutAnswerSignature,
  payoutSignature,
  type CashierRequest,
  type PayoutRequestBody,
} from './messages.ts';

/** Gives a payment back, or pays to the card that made it. */
export async function payOut(settings: PraxisSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const fault = faultOf(request);
  if (fault) return refused(...fault);
  const body = bodyOf(settings, request);
  const exchange = await post(settings, { path: '/agent/payout', body, signed: payoutSignature(body) });
  if (exchange.outcome === 'unknown') return exchange;
  const parsed = payoutAnswerSchema.safeParse(exchange.answer);
  if (!parsed.success) return unknown('the payout was answered in an unknown form');
  const answer = parsed.data;
  if (!isTheirs(settings, exchange.signature, payoutAnswerSignature(answer)))
    return unknown('the answer to the payout is not signed by the provider');
  if (answer.status > 0) return refused('rejected_by_provider', answer.description ?? `status ${answer.status}`);
  if (answer.status < 0) return unknown(answer.description ?? `status ${answer.status}`);
  return answer.order_id === request.reference ? { outcome: 'accepted' } : unknown('another payout was answered');
}

/** Why it is not asked for. */
export function faultOf({
  reference,
  amount,
}: Pick<PayoutRequest, 'reference' | 'amount'>): [code: PaymentRefusal, message: string] | undefined {
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (currencies[amount.currency].kind !== 'fiat')
    return ['currency_not_supported', `${amount.currency} is not a currency of the cashier`];
  if (amount.minor <= 0n || amount.minor > BigInt(Number.MAX_SAFE_INTEGER))
    return ['amount_not_supported', 'the amount must be positive and fit the cashier'];
  return undefined;
}

function bodyOf(settings: PraxisSettings, request: PayoutRequest): PayoutRequestBody {
  return {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    intent: request.way === 'refund' ? 'refund' : 'withdrawal',
    order_id: request.reference,
    original_order_id: request.source.reference,
    original_tid: request.source.transactionId ?? null,
    currency: request.amount.currency,
    amount: minorAsNumber(request.amount.minor),
    cid: String(request.clientId),
    customer_data: customerData(request.customer),
    notification_url: request.notificationUrl,
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
}

export function customerData({ name, email, country }: PaymentCustomer): CashierRequest['customer_data'] {
  const [firstName = '', ...lastNames] = name.trim().split(/\s+/);
  // objects/customer: names have at most 25 characters.
  return { country, first_name: firstName.slice(0, 25), last_name: lastNames.join(' ').slice(0, 25), email };
}

export function refused(code: PaymentRefusal, message: string) {
  return { outcome: 'refused', code, message } as const;
}
