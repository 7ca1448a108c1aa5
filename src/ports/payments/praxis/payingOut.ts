import { minorAsNumber } from '../../../base/money.ts';
import type { PayoutAnswer, PayoutRequest } from '../port.ts';
import { customerData, faultOf, isTheirs, sendSigned, refused, unixSeconds, unknown, type PraxisSettings } from './asking.ts';
import { apiVersion, payoutAnswerSchema, payoutAnswerSignature, payoutSignature, type PayoutRequestBody } from './messages.ts';

/** Gives a payment back, pays to the card that made it, or to a bank account of the client. */
export async function payOut(settings: PraxisSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const fault = faultOf(request);
  if (fault) return refused(...fault);
  if (request.destination && request.destination.kind !== 'bank')
    return refused('rejected_by_provider', 'the cashier pays to what has paid, and to bank accounts');
  const body = bodyOf(settings, request);
  const exchange = await sendSigned(settings, { path: '/agent/payout', body, signed: payoutSignature(body) });
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

function bodyOf(settings: PraxisSettings, request: PayoutRequest): PayoutRequestBody {
  const { source, destination } = request;
  return {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    intent: request.way === 'refund' ? 'refund' : 'withdrawal',
    order_id: request.reference,
    original_order_id: source?.reference ?? null,
    original_tid: source?.transactionId ?? null,
    currency: request.amount.currency,
    amount: minorAsNumber(request.amount.minor),
    cid: String(request.clientId),
    customer_data: customerData(request.customer),
    ...(destination?.kind === 'bank'
      ? {
          payment_method: 'Bank Transfer',
          beneficiary: {
            bank: destination.bank,
            account_number: destination.account,
            account_holder: request.customer.name,
          },
        }
      : {}),
    notification_url: request.notificationUrl,
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
}
