import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type Clock } from '../../base/time.ts';
import { openPayments } from '../../ports/payments/index.ts';
import type { CardApplication, CardMessage } from '../../ports/payments/cards.ts';
import type { Payments, PayoutRequest } from '../../ports/payments/port.ts';
import { startCardIssuer } from '../../sandbox/cardissuer/index.ts';
import { listenAs, merchant, openShop, patience, payoutConnectors, type PayoutBench } from './paymentPort.ts';

/** Everybody who pays out, whoever issues cards among them. */
export const allPayoutConnectors = [
  ...payoutConnectors,
  {
    name: 'cardissuer',
    paysOut: true,
    paysBack: false,
    tells: true,
    tellsReturns: true,
    reversesInPlace: false,
    ownDestination: { kind: 'card', card: 'card_known', currency: 'USD' },
    nobody: { kind: 'card', card: 'card_none', currency: 'USD' },
    raise: raiseCardIssuer,
  },
] as const;

const issuerMerchant = { merchant: 'atrium', secret: 'issuer secret' };

/** The issuer with nothing issued, and a merchant who is told of cards at another address than of money. */
export async function raiseCards() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-cardissuer-'));
  let now = new Date('2026-03-02T09:00:00Z');
  const clock: Clock = { now: () => now, wall: () => new Date('2026-03-02T09:00:00Z') };
  const place = { host: '127.0.0.1', port: 0, clock, dataFolder, pageAddress: () => '', pollMs: 0, patience };
  const provider = await startCardIssuer({ ...place, ...issuerMerchant });
  const asked = { address: provider.address, clock, timeoutMs: 1500 };
  const { cardissuer } = openPayments({ praxis: { ...asked, ...merchant }, cardissuer: { ...asked, ...issuerMerchant } });
  if (!cardissuer?.cards) throw new Error('the broker has no account with the card issuer');
  const [shop, cardShop] = [await openShop(cardissuer), await openCardShop(cardissuer)];
  return {
    payments: cardissuer,
    cards: cardissuer.cards,
    provider,
    shop,
    cardShop,
    advance: (ms: number) => {
      now = after(now, ms);
    },
    close: async () => {
      await provider.close();
      await Promise.all([shop.close(), cardShop.close()]);
      rmSync(dataFolder, { recursive: true });
    },
  };
}

/** The same with a card of the client's, by the name that the issuer gave it where `card_known` is asked for. */
export async function raiseCardIssuer(): Promise<PayoutBench> {
  const bench = await raiseCards();
  const { cards, payments, provider, cardShop } = bench;
  await cards.apply(cardApplication('C-1', cardShop.address));
  for (let stage = 0; stage < 4; stage += 1) provider.decide('C-1', 'approved');
  const found = await cards.lookUp('C-1');
  const card = found.outcome === 'found' ? (found.state.card?.id ?? '') : '';
  const known = (request: PayoutRequest): PayoutRequest =>
    request.destination?.kind === 'card' && request.destination.card === 'card_known'
      ? { ...request, way: 'payout', source: undefined, destination: { ...request.destination, card } }
      : request;
  return {
    ...bench,
    order: { amount: { minor: 25_000n, currency: 'USD' } },
    payments: { ...payments, payOut: async (request) => payOutBy(payments, known(request)) },
  };
}

async function payOutBy({ payOut }: Payments, request: PayoutRequest) {
  if (!payOut) throw new Error('the issuer loads no cards');
  return payOut(request);
}

export const cardApplication = (reference: string, address: string): CardApplication => ({
  reference,
  clientId: 1001,
  nameOnCard: 'THANDI VAN DER MERWE',
  currency: 'USD',
  email: 'thandi@atrium.test',
  delivery: { street: '1 Long Street', city: 'Cape Town', postcode: '8001', country: 'ZA' },
  notificationUrl: `${address}/cards`,
});

/** Reads each message of cards through the port, and takes those that are verified while it is open. */
async function openCardShop(payments: Payments) {
  const readings: CardMessage[] = [];
  const shop = await listenAs((raw, headers) => {
    const reading = payments.cards?.readMessage(raw, headers) ?? { verified: false, reason: 'malformed' };
    readings.push(reading);
    return { isTaken: reading.verified, answer: payments.acknowledge(reading.verified) };
  });
  return { ...shop, readings };
}
