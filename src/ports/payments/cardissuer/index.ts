import type { Payments, PayoutAnswer, PayoutRequest } from '../port.ts';
import { proofHeaders, type SignedSettings } from '../signed/asking.ts';
import { acknowledge, lookUp, payOutTo, readNotification, settlement } from '../signed/orders.ts';
import { openDesk } from './desk.ts';

export type CardIssuerSettings = Omit<SignedSettings, 'prefix'>;

const prefix = 'issuer';

/**
 * Whoever issues the broker's prepaid cards, by our own protocol (readings, decision 31; docs/operate/services.md). Cards are loaded by
 * payouts as `ports/payments/signed` asks for them; applications and cards are what `desk.ts` asks. Nobody pays in by it.
 */
export function openCardIssuer(given: CardIssuerSettings): Payments {
  const settings = { ...given, prefix } as const;
  const { time, signature } = proofHeaders(prefix);
  return {
    startPayment: async () => ({
      outcome: 'refused',
      code: 'rejected_by_provider',
      message: 'an issuer of cards takes no payments',
    }),
    payOut: (request) => load(settings, request),
    lookUp: (reference, transactionId) => lookUp(settings, reference, transactionId),
    settlement: (day) => settlement(settings, day),
    readNotification: (raw, headers) => readNotification(settings, raw, headers),
    notifications: { path: 'cardissuer', headers: [time, signature] },
    cards: openDesk(settings),
    acknowledge,
  };
}

/** Money onto a card that is the client's: whatever the issuer has not taken for good is looked up by its reference. */
async function load(settings: SignedSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const { destination, amount } = request;
  if (destination?.kind !== 'card') return refused('rejected_by_provider', 'money is loaded onto cards');
  if (destination.currency !== amount.currency)
    return refused('currency_not_supported', `the card holds ${destination.currency}, not ${amount.currency}`);
  return payOutTo(settings, request, { to: destination.card });
}

function refused(code: 'rejected_by_provider' | 'currency_not_supported', message: string): PayoutAnswer {
  return { outcome: 'refused', code, message };
}
