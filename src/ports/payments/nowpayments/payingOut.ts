import { currencies, readCurrency } from '../../../base/currency.ts';
import { formatMoney, parseMinor } from '../../../base/money.ts';
import { minuteMs } from '../../../base/time.ts';
import {
  maxReferenceLength,
  type LookUpAnswer,
  type PaymentState,
  type PaymentStatus,
  type PayoutAnswer,
  type PayoutRequest,
  type SettlementAnswer,
} from '../port.ts';
import { ask, unknown, type NowPaymentsSettings } from './asking.ts';
import { payoutListSchema, payoutMadeSchema, tokenSchema, type ToldPayout } from './messages.ts';

/**
 * Mass payouts, one withdrawal each: asked for by what it is to be worth, so that the coin's price is that of the moment at which it goes.
 * That withdrawals can be listed by `unique_external_id` and by day is our own agreement with the provider, as is that they need no
 * code of a second factor from the servers' addresses.
 */
export interface CoinPayouts {
  payOut(request: PayoutRequest): Promise<PayoutAnswer>;
  lookUp(reference: string): Promise<LookUpAnswer>;
  settlement(day: string): Promise<SettlementAnswer>;
}

/** A token is good for five minutes. */
const tokenMs = 4 * minuteMs;

/** Undefined where nobody pays coins out. */
export function openPayouts(settings: NowPaymentsSettings): CoinPayouts | undefined {
  const { payouts } = settings;
  if (!payouts) return undefined;
  let last: { readonly token: string; readonly untilMs: number } | undefined;
  const signIn = async (): Promise<string | undefined> => {
    const nowMs = settings.clock.wall().getTime();
    if (last && nowMs < last.untilMs) return last.token;
    const answer = await ask(settings, '/v1/auth', { body: { email: payouts.email, password: payouts.password } });
    const read = answer.outcome === 'answered' && answer.status === 200 ? tokenSchema.safeParse(answer.body) : undefined;
    if (!read?.success) return undefined;
    last = { token: read.data.token, untilMs: nowMs + tokenMs };
    return last.token;
  };
  return {
    payOut: async (request) => payOut(settings, request, await signIn()),
    lookUp: async (reference) => lookUp(settings, reference, await signIn()),
    settlement: async (day) => settlement(settings, day, await signIn()),
  };
}

const nobody = () => unknown('the provider did not let us sign in');

async function payOut(settings: NowPaymentsSettings, request: PayoutRequest, token: string | undefined): Promise<PayoutAnswer> {
  const { reference, amount, destination } = request;
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  if (destination?.kind !== 'coin') return refused('rejected_by_provider', 'coins go to addresses');
  if (currencies[amount.currency].kind !== 'fiat')
    return refused('currency_not_supported', `nothing is worth ${amount.currency} there`);
  if (amount.minor <= 0n) return refused('amount_not_supported', 'the amount must be positive');
  if (token === undefined) return nobody();
  // Asked again it must be the same withdrawal: they would make another one.
  const known = await allOf(settings, { externalId: reference }, token);
  if (known.outcome === 'unknown') return known;
  const [first] = known.payouts;
  if (first)
    return isSame(first, request)
      ? { outcome: 'accepted' }
      : refused('rejected_by_provider', 'the reference is of another payout');
  const withdrawal = {
    address: destination.address,
    extra_id: destination.memo,
    currency: destination.code,
    fiat_amount: formatMoney(amount),
    fiat_currency: amount.currency.toLowerCase(),
    unique_external_id: reference,
    ipn_callback_url: request.notificationUrl,
  };
  const answer = await ask(settings, '/v1/payout', { body: { withdrawals: [withdrawal] }, token });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 400) return refused('rejected_by_provider', `status ${answer.status}`);
  const made = payoutMadeSchema.safeParse(answer.body);
  return made.success ? { outcome: 'accepted' } : unknown(`the payout was answered by ${answer.status}`);
}

function isSame(told: ToldPayout, { amount, destination }: PayoutRequest): boolean {
  if (destination?.kind !== 'coin' || told.address !== destination.address) return false;
  return told.fiat_currency.toUpperCase() === amount.currency && parseMinor(told.fiat_amount, amount.currency) === amount.minor;
}

async function lookUp(settings: NowPaymentsSettings, reference: string, token: string | undefined): Promise<LookUpAnswer> {
  if (token === undefined) return nobody();
  const known = await allOf(settings, { externalId: reference }, token);
  if (known.outcome === 'unknown') return known;
  const [told] = known.payouts;
  if (told && told.unique_external_id !== reference) return unknown('the look-up was answered about another payout');
  return told ? { outcome: 'found', payment: payoutStateOf(told) } : { outcome: 'absent' };
}

async function settlement(settings: NowPaymentsSettings, day: string, token: string | undefined): Promise<SettlementAnswer> {
  if (token === undefined) return nobody();
  const known = await allOf(settings, { date: day }, token);
  if (known.outcome === 'unknown') return known;
  const lines = known.payouts
    .map(payoutStateOf)
    .flatMap(({ status, kind, amount, reference, providerTransactionId, occurredAt }) =>
      status === 'approved' && amount && providerTransactionId
        ? [{ transactionId: providerTransactionId, reference, kind, amount, settledAt: occurredAt }]
        : [],
    );
  return { outcome: 'done', lines };
}

async function allOf(settings: NowPaymentsSettings, by: Readonly<Record<string, string>>, token: string) {
  const answer = await ask(settings, `/v1/payout?${new URLSearchParams({ ...by, limit: '500' })}`, { token });
  if (answer.outcome === 'unknown') return answer;
  const read = answer.status === 200 ? payoutListSchema.safeParse(answer.body) : undefined;
  return read?.success
    ? ({ outcome: 'done', payouts: read.data.payouts } as const)
    : unknown(`the list of payouts was answered by ${answer.status}`);
}

/** Their words; what is in no table is pending. */
const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['FINISHED', 'approved'],
  ['FAILED', 'declined'],
  ['REJECTED', 'declined'],
]);

export function payoutStateOf(told: ToldPayout): PaymentState {
  const currency = readCurrency(told.fiat_currency);
  const minor = parseMinor(told.fiat_amount, currency ?? 'USD');
  const at = new Date(told.updated_at ?? '');
  return {
    reference: told.unique_external_id,
    kind: 'payout',
    status: statuses.get(told.status) ?? 'pending',
    undoesItself: false,
    providerStatus: told.status,
    // On the chain, once it is there.
    providerTransactionId: told.hash ?? told.id,
    amount: minor === undefined ? undefined : { minor, currency, letters: told.fiat_currency },
    payer: { name: undefined, cardMask: undefined, cardBrand: undefined },
    occurredAt: Number.isNaN(at.getTime()) ? new Date(0) : at,
  };
}

function refused(code: 'currency_not_supported' | 'amount_not_supported' | 'rejected_by_provider', message: string) {
  return { outcome: 'refused', code, message } as const;
}
