import { openEngine } from '../../areas/payments/engine.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import type { TestApp } from './app.ts';
import { runOf } from './paymentsFixture.ts';

/** One litecoin, in the ledger's units. */
export const litecoin = 100_000_000n;

export interface CoinSaid extends Partial<PaymentState> {
  readonly minor: bigint;
  /** Cents for one coin, each a divisor of what the deposit is worth in the coin's units; left out: nobody can say. */
  readonly price?: bigint;
  /** Happens while its price is asked for. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** The provider tells of a transaction that is done, by a number of its own within the order, and what the coin costs just then. */
export async function tellOfCoin(
  app: TestApp,
  { reference, name }: { readonly reference: string; readonly name: string },
  { minor, price, meanwhile, ...more }: CoinSaid,
): Promise<string | null> {
  const { nowpayments } = app.opened.app.payments;
  if (!nowpayments?.coins) throw new Error('nobody takes coins');
  const providerTransactionId = `${name}-${reference}`;
  const payment: PaymentState = {
    reference,
    kind: 'payment',
    status: 'approved',
    undoesItself: false,
    providerStatus: 'finished',
    providerTransactionId,
    amount: { minor, currency: 'LTC' },
    payer: { name: undefined, cardMask: undefined, cardBrand: undefined },
    occurredAt: app.opened.clock.now(),
    ...more,
  };
  const coins = {
    ...nowpayments.coins,
    price: async (_code: string, worth: { readonly minor: bigint }) => {
      await meanwhile?.();
      return price === undefined
        ? ({ outcome: 'unknown', reason: 'nobody answers' } as const)
        : ({ outcome: 'done', minor: (worth.minor * litecoin) / price } as const);
    },
  };
  const lookUp = async () => ({ outcome: 'found', payment }) as const;
  const asked = { ...app.opened.app.payments, nowpayments: { ...nowpayments, coins, lookUp } };
  await openEngine({ ...app.opened.app, payments: asked }).applyPayment(runOf(app), reference);
  const { outcome } = await app.owner.sql.one<{ outcome: string | null }>(
    'select outcome from provider_transaction where transaction_id = $1 and kind = $2',
    [providerTransactionId, payment.kind],
  );
  return outcome;
}
