import { after, minuteMs, type Clock } from '../../base/time.ts';
import { authentication, describe, type Merchant } from './messages.ts';
import type { Delivery } from './rows.ts';
import type { PraxisStore } from './store.ts';

export interface DeliveryRound {
  readonly store: PraxisStore;
  readonly merchant: Merchant;
  readonly clock: Clock;
  /** Asked between two deliveries: true ends the round. */
  stopped(): boolean;
}

/** webhooks/notification: what was not acknowledged comes again in about five minutes. */
const resendMs = 5 * minuteMs;
/** After two days of silence the provider gives up. */
const maxAttempts = 576;
const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;

/** Delivers what is due, in order, and answers how many deliveries were tried. */
export async function deliver(round: DeliveryRound): Promise<number> {
  let tried = 0;
  for (let batch = round.store.due(round.clock.now()); batch.length > 0; batch = round.store.due(round.clock.now())) {
    for (const delivery of batch) {
      if (round.stopped()) return tried;
      await deliverOne(round, delivery);
      tried += 1;
    }
  }
  return tried;
}

async function deliverOne(round: DeliveryRound, delivery: Delivery): Promise<void> {
  const order = round.store.order(delivery.reference);
  const told = round.store.transactions(delivery.reference).find(({ tid }) => tid === delivery.tid);
  if (!order || !told) return round.store.delivered(delivery.id);
  const { merchantId, applicationKey, merchantSecret } = round.merchant;
  const { objects, signed } = describe(order, { ...told, status: delivery.transactionStatus });
  const timestamp = Math.floor(round.clock.wall().getTime() / 1000);
  const body = {
    merchant_id: merchantId,
    application_key: applicationKey,
    conversion_rate: objects.transaction?.conversion_rate ?? null,
    ...objects,
    version: '1.3',
    timestamp,
  };
  const secret = delivery.forged ? 'not the secret' : merchantSecret;
  const signature = authentication([merchantId, applicationKey, timestamp, ...signed], secret);
  const accepted = await post(order.notificationUrl, JSON.stringify(body), signature);
  // A forger does not come again, and the provider stops after its last attempt.
  if (accepted || delivery.forged || delivery.attempts + 1 >= maxAttempts) round.store.delivered(delivery.id);
  else round.store.retryAt(delivery.id, after(round.clock.now(), resendMs));
}

/** Whether the merchant acknowledged: HTTP 200 and a status that is not negative, in a form that can be read. */
async function post(address: string, body: string, signature: string): Promise<boolean> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'Gt-Authentication': signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok || text.length > maxAnswerBytes) return false;
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'status' in answer && Number(answer.status) >= 0;
  } catch {
    return false;
  }
}
