import { createECDH } from 'node:crypto';

const coinPayoutNames = [
  'NOWPAYMENTS_EMAIL',
  'NOWPAYMENTS_PASSWORD',
  'ADDRESS_SCREENING_URL',
  'ADDRESS_SCREENING_KEY',
  'ADDRESS_SCREENING_SECRET',
] as const;

export const sumsubNames = [
  'SUMSUB_APP_TOKEN',
  'SUMSUB_SECRET',
  'SUMSUB_WEBHOOK_SECRET',
  'SUMSUB_LEVEL',
  'SUMSUB_SCAN_LEVEL',
] as const;

export const skrillNames = ['SKRILL_MERCHANT_ID', 'SKRILL_EMAIL', 'SKRILL_SECRET_WORD', 'SKRILL_QUERY_PASSWORD'] as const;

const namedWhole: readonly (readonly [party: string, names: readonly string[]])[] = [
  ['Skrill', skrillNames],
  ['NetWallet', ['NETWALLET_URL', 'NETWALLET_MERCHANT', 'NETWALLET_SECRET']],
  ['The card issuer', ['CARD_ISSUER_URL', 'CARD_ISSUER_MERCHANT', 'CARD_ISSUER_SECRET']],
  ['NOWPayments', ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET']],
  ['payouts of coins', coinPayoutNames],
  ['Sumsub', sumsubNames],
  ['The economic calendar', ['CALENDAR_URL', 'CALENDAR_KEY', 'CALENDAR_SECRET']],
  ['Research', ['RESEARCH_URL', 'RESEARCH_KEY', 'RESEARCH_SECRET']],
  ['Matomo', ['MATOMO_URL', 'MATOMO_SITE', 'MATOMO_TOKEN', 'MATOMO_PORTAL']],
  ['Push', ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_CONTACT']],
  ['The bank', ['BANK_URL', 'BANK_KEY', 'BANK_ACCOUNTS']],
];

/** A party that the broker may do without is named whole or not at all: half of it would take money that nobody can look up. */
export function namedByHalf(given: Readonly<Record<string, unknown>>): string | undefined {
  for (const [party, names] of namedWhole) {
    const missing = names.find((name) => given[name] === undefined);
    if (missing !== undefined && names.some((name) => given[name] !== undefined))
      return `${missing} is missing: ${party} needs ${names.join(', ')} together.`;
  }
  return undefined;
}

/** A browser that subscribed with a key which the other one does not make could never be sent anything. */
export function unpaired({
  VAPID_PUBLIC_KEY: told,
  VAPID_PRIVATE_KEY: own,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof told !== 'string' || typeof own !== 'string') return undefined;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(own, 'base64url');
  } catch {
    return 'VAPID_PRIVATE_KEY is no private key of P-256.';
  }
  return pair.getPublicKey('base64url') === told ? undefined : 'VAPID_PUBLIC_KEY is not the key that VAPID_PRIVATE_KEY makes.';
}
