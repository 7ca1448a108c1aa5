import { formatMoney } from '../../../base/money.ts';
import type { PaymentRequest, Payments, PayoutAnswer, PayoutRequest, StartAnswer } from '../port.ts';
import { ask, proofHeaders, unknown, type SignedSettings } from '../signed/asking.ts';
import { pageSchema } from '../signed/messages.ts';
import { acknowledge, fault, lookUp, payOutTo, readNotification, refusedBy, settlement } from '../signed/orders.ts';

export interface NetWalletSettings extends Omit<SignedSettings, 'prefix'> {
  /** Where its pages are besides; only at `address` when left out. */
  readonly pageHosts?: readonly string[];
}

const prefix = 'wallet';

/** A wallet elsewhere by our own protocol (readings, decision 31; `ask` says how it is signed): orders, payouts, a report of each day. */
export function openNetWallet({ pageHosts = [], ...given }: NetWalletSettings): Payments {
  const settings = { ...given, prefix } as const;
  const { time, signature } = proofHeaders(prefix);
  return {
    startPayment: (request) => startPayment(settings, request),
    payOut: (request) => payOut(settings, request),
    lookUp: (reference, transactionId) => lookUp(settings, reference, transactionId),
    settlement: (day) => settlement(settings, day),
    readNotification: (raw, headers) => readNotification(settings, raw, headers),
    pageHosts: [new URL(settings.address).host, ...pageHosts],
    notifications: { path: 'netwallet', headers: [time, signature] },
    acknowledge,
  };
}

/** `POST /v1/orders`: the same reference is the same order. 409: it was another's; 422: never. */
async function startPayment(settings: SignedSettings, request: PaymentRequest): Promise<StartAnswer> {
  const { reference, amount, intent, clientId, customer, locale, notificationUrl, returnUrl } = request;
  const answer =
    fault(reference, amount) ??
    (await ask(settings, {
      path: '/v1/orders',
      body: {
        reference,
        intent: intent === 'payout' ? 'payout' : 'payment',
        amount: formatMoney(amount),
        currency: amount.currency,
        customer: { id: String(clientId), ...customer },
        locale,
        notification_url: notificationUrl,
        return_url: returnUrl,
      },
    }));
  if (answer.outcome !== 'answered') return answer;
  if (answer.status === 409 || answer.status === 422) return refusedBy(answer.body);
  const opened = answer.status === 200 ? pageSchema.safeParse(answer.body) : undefined;
  if (!opened?.success) return unknown(`the order was answered by ${answer.status}, or in an unknown form`);
  return { outcome: 'started', redirect: { url: opened.data.page, method: 'GET', fields: {} } };
}

async function payOut(settings: SignedSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const { source, destination } = request;
  if (destination && destination.kind !== 'wallet')
    return { outcome: 'refused', code: 'rejected_by_provider', message: 'the wallet pays to wallets' };
  return payOutTo(settings, request, destination ? { to: destination.email } : { original: source?.reference ?? '' });
}
