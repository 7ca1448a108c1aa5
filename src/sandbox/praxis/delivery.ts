import { after, type Clock } from '../../base/time.ts';
import { saleOf, type Delivery, type Order, type Transaction } from './rows.ts';
import type { PraxisStore } from './store.ts';

/** One notification: the transaction as it is told. */
export interface Telling {
  readonly order: Order;
  readonly told: Transaction;
  /** The payment that it is, or that it takes back. */
  readonly sale: Transaction | undefined;
  readonly isForged: boolean;
}

export interface DeliveryRound {
  readonly store: PraxisStore;
  readonly clock: Clock;
  /** After how long what was not acknowledged comes again. */
  readonly resendMs: number;
  /** Whether the merchant acknowledged. */
  send(telling: Telling): Promise<boolean>;
  /** Asked between two deliveries: true ends the round. */
  stopped(): boolean;
}

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
  const transactions = round.store.transactions(delivery.reference);
  const told = transactions.find(({ tid }) => tid === delivery.tid);
  if (!order || !told) return round.store.delivered(delivery.id);
  const now = { ...told, status: delivery.transactionStatus };
  const telling = { order, told: now, sale: saleOf(transactions, now), isForged: delivery.forged };
  const accepted = await round.send(telling);
  // A forger does not come again, and the provider stops after its last attempt.
  if (accepted || delivery.forged || delivery.attempts + 1 >= maxAttempts) round.store.delivered(delivery.id);
  else round.store.retryAt(delivery.id, after(round.clock.now(), round.resendMs));
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the answer acknowledges; what it cannot read it throws at. */
  isAccepted(answer: string): boolean;
}

/** Whether the merchant acknowledged: HTTP 200 and an answer that says so. */
export async function sendMessage(address: string, { headers, body, isAccepted }: Message): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal });
    const text = await response.text();
    return response.ok && text.length <= maxAnswerBytes && isAccepted(text);
  } catch {
    return false;
  }
}
