import { currencies } from '../../../base/currency.ts';
import { maxReferenceLength, type PaymentCustomer, type PaymentRefusal, type PayoutRequest } from '../port.ts';
import { boundedText } from '../../../base/body.ts';
import type { Clock } from '../../../base/time.ts';
import { isSignedBy, sign, signatureHeader, type CashierRequest, type SignedValue } from './messages.ts';

export interface PraxisSettings {
  /** Where the API answers, without the path: "https://gw.praxisgate.com". */
  readonly address: string;
  readonly merchantId: string;
  readonly applicationKey: string;
  readonly merchantSecret: string;
  /** While the secret is being changed: what the provider signed with the one before it counts too. We sign with the new one. */
  readonly oldMerchantSecret?: string;
  /** Where its cashier's pages are besides; only at `address` when left out. */
  readonly pageHosts?: readonly string[];
  /** How long one call may take. Ten seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/** Answers larger than this are not Praxis's. */
const maxAnswerBytes = 256 * 1024;

/** Whether the provider signed these values, with the secret that holds or with the one before it. */
export function isTheirs(settings: PraxisSettings, signature: string | undefined, values: readonly SignedValue[]): boolean {
  const { merchantSecret, oldMerchantSecret = merchantSecret } = settings;
  return isSignedBy(signature, values, merchantSecret) || isSignedBy(signature, values, oldMerchantSecret);
}

interface Call {
  readonly path: string;
  readonly body: object;
  readonly signed: readonly SignedValue[];
}

type Exchange =
  | { readonly outcome: 'answered'; readonly answer: unknown; readonly signature: string | undefined }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** One signed POST. Whatever keeps us from a readable answer is unknown: the request may have been served. */
export async function sendSigned(settings: PraxisSettings, call: Call): Promise<Exchange> {
  try {
    const response = await fetch(new URL(call.path, settings.address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        [signatureHeader]: sign(call.signed, settings.merchantSecret),
      },
      body: JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 10_000),
    });
    const answer = parseJson(await boundedText(response.body, maxAnswerBytes));
    if (answer === undefined) return unknown(`HTTP ${response.status} without a JSON body`);
    return { outcome: 'answered', answer, signature: response.headers.get(signatureHeader) ?? undefined };
  } catch (error) {
    return unknown(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.wall().getTime() / 1000);
}

export function unknown(reason: string): { outcome: 'unknown'; reason: string } {
  return { outcome: 'unknown', reason };
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

export function customerData({ name, email, country }: PaymentCustomer): CashierRequest['customer_data'] {
  const [firstName = '', ...lastNames] = name.trim().split(/\s+/);
  // objects/customer: names have at most 25 characters.
  return { country, first_name: firstName.slice(0, 25), last_name: lastNames.join(' ').slice(0, 25), email };
}

export function refused(code: PaymentRefusal, message: string) {
  return { outcome: 'refused', code, message } as const;
}
