import { randomUUID } from 'node:crypto';
import { utcDay, type Clock } from '../../base/time.ts';
import type { Outside } from './outside.ts';

/** Asks one party; undefined: it answers, and takes us for who we say to be. */
type Look = () => Promise<string | undefined>;

/** A look for each party that money comes in and goes out by, and for whoever judges where coins go. */
export function paymentLooks(outside: Outside, clock: Clock): Readonly<Record<string, Look>> {
  const others = Object.keys(providers).filter(isProvider);
  return {
    praxis: () => praxisFault(outside),
    ...Object.fromEntries(
      others.flatMap((name) => (outside.payments[name] ? [[name, () => providerFault(outside, name)] as const] : [])),
    ),
    ...(outside.payments.bank?.bank ? { bank: () => bankFault(outside, clock) } : {}),
    ...(outside.screening ? { screening: () => screeningFault(outside) } : {}),
  };
}

/** What a party answers whom it does not know, in whatever words. */
export const isStranger = (reason: string): boolean =>
  /auth|login|password|credential|forbidden|denied|signature|\b40[13]\b|\b100\d\b/i.test(reason);

/** No order has this reference. */
const nobodysOrder = (): string => `doctor-${randomUUID().slice(0, 8)}`;

async function praxisFault({ payments }: Outside): Promise<string | undefined> {
  const answer = await payments.praxis.lookUp(nobodysOrder());
  if (answer.outcome !== 'unknown') return undefined;
  const { reason } = answer;
  if (/not signed by/i.test(reason)) return `PRAXIS_SECRET is not the one that the cashier signs with: ${reason}`;
  if (/merchant|application/i.test(reason))
    return `PRAXIS_MERCHANT_ID or PRAXIS_APPLICATION_KEY is not one of the cashier's: ${reason}`;
  return isStranger(reason) || /status/i.test(reason)
    ? `PRAXIS_SECRET, PRAXIS_MERCHANT_ID or PRAXIS_APPLICATION_KEY is not what the cashier knows: ${reason}`
    : `PRAXIS_URL leads to no cashier: ${reason}`;
}

/** Of the other providers: where they are asked, and by what they know us. What signs their messages shows with the first one only. */
const providers = {
  skrill: { address: 'SKRILL_QUERY_URL', keys: 'SKRILL_EMAIL or SKRILL_QUERY_PASSWORD' },
  netwallet: { address: 'NETWALLET_URL', keys: 'NETWALLET_MERCHANT or NETWALLET_SECRET' },
  cardissuer: { address: 'CARD_ISSUER_URL', keys: 'CARD_ISSUER_MERCHANT or CARD_ISSUER_SECRET' },
  nowpayments: { address: 'NOWPAYMENTS_URL', keys: 'NOWPAYMENTS_API_KEY' },
} as const;
type ProviderName = keyof typeof providers;

const isProvider = (name: string): name is ProviderName => Object.hasOwn(providers, name);

async function providerFault({ payments }: Outside, name: ProviderName): Promise<string | undefined> {
  const answer = await payments[name]?.lookUp(nobodysOrder());
  if (answer?.outcome !== 'unknown') return undefined;
  const { address, keys } = providers[name];
  const { reason } = answer;
  if (/let us sign in/.test(reason)) return `NOWPAYMENTS_EMAIL or NOWPAYMENTS_PASSWORD is not what the provider knows: ${reason}`;
  return isRefused(reason) ? `${keys} is not what the provider knows: ${reason}` : `${address} leads to no provider: ${reason}`;
}

/** It has answered, and not what it answers to whom it knows. */
const isRefused = (reason: string): boolean => isStranger(reason) || /answered by|not signed/i.test(reason);

async function bankFault({ payments }: Outside, clock: Clock): Promise<string | undefined> {
  const answer = await payments.bank?.bank?.statements(utcDay(clock.now()));
  if (answer?.outcome !== 'unknown') return undefined;
  return isStranger(answer.reason)
    ? `BANK_KEY is not the one that the bank's gateway signs with: ${answer.reason}`
    : `BANK_URL leads to no gateway of a bank: ${answer.reason}`;
}

/** Ethereum's address of nobody, which everybody knows. */
const nobodysAddress = { network: 'ETH', address: `0x${'0'.repeat(40)}` } as const;

async function screeningFault({ screening }: Outside): Promise<string | undefined> {
  const answer = await screening?.screen(nobodysAddress);
  if (answer?.outcome !== 'unknown') return undefined;
  return isRefused(answer.reason)
    ? `ADDRESS_SCREENING_KEY or ADDRESS_SCREENING_SECRET is not what the service knows: ${answer.reason}`
    : `ADDRESS_SCREENING_URL leads to nobody who judges addresses: ${answer.reason}`;
}
