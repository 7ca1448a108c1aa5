import { z } from 'zod';
import { currencies, isCurrency } from '../../../base/currency.ts';
import { formatMoney, parseMinor } from '../../../base/money.ts';
import { maxReferenceLength, type LookUpAnswer, type PaymentStatus, type PayoutAnswer, type PayoutRequest } from '../port.ts';
import { ask, parsed, unknown, type BankSettings } from './asking.ts';

/*
 * Transfers that the broker orders. `POST /v1/payments` takes one under a reference of ours, which is the same one however often it is
 * ordered; it answers 422 to what it will never carry out, and 409 where the reference was another's. `GET /v1/payments/<reference>` says
 * how it stands, 404 where none was ordered. Statuses are those of ISO 20022 (ExternalPaymentTransactionStatus1Code); the amount is the
 * account's that is paid from, as is what a statement tells of it later.
 */
export async function payOut(settings: BankSettings, request: PayoutRequest): Promise<PayoutAnswer> {
  const { reference, amount, companyId, customer, destination } = request;
  if (reference.length === 0 || reference.length > maxReferenceLength)
    throw new RangeError(`a reference has 1 to ${maxReferenceLength} characters`);
  const account = settings.accounts.find(({ company, currency }) => company === companyId && currency === amount.currency);
  if (!account || currencies[amount.currency].kind !== 'fiat')
    return refused('currency_not_supported', `there is no account of company ${companyId} in ${amount.currency}`);
  if (amount.minor <= 0n) return refused('amount_not_supported', 'the amount must be positive');
  if (destination?.kind !== 'wire') return refused('rejected_by_provider', 'a bank pays to accounts at banks');
  const answer = await ask(settings, {
    path: '/v1/payments',
    body: JSON.stringify({
      reference,
      account: account.number,
      amount: formatMoney(amount),
      currency: amount.currency,
      creditor: { name: customer.name, account: destination.account, bic: destination.bic, bank: destination.bank },
      text: reference,
    }),
  });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 409 || answer.status === 422) return refused('rejected_by_provider', faultIn(answer.raw));
  const order = answer.status === 200 ? orderSchema.safeParse(parsed(answer.raw)) : undefined;
  if (!order?.success) return unknown(`the order was answered by ${answer.status}, or in an unknown form`);
  return order.data.reference === reference ? { outcome: 'accepted' } : unknown('another payment was answered');
}

const orderSchema = z.object({
  reference: z.string().max(maxReferenceLength),
  status: z.string().max(10),
  amount: z.string().max(40),
  currency: z.string().max(3),
  /** The bank's number of it on the account; null while it is not booked. */
  booked: z.string().max(60).nullable(),
  at: z.iso.datetime(),
});

function faultIn(raw: Uint8Array): string {
  const read = z.object({ error: z.string().max(500) }).safeParse(parsed(raw));
  return read.success ? read.data.error : 'the bank gave no reason';
}

/** ISO 20022: settled on the creditor's or the debtor's account, rejected, cancelled; whatever else is said, it is under way. */
const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['ACSC', 'approved'],
  ['ACCC', 'approved'],
  ['RJCT', 'declined'],
  ['CANC', 'cancelled'],
]);

export async function lookUp(settings: BankSettings, reference: string): Promise<LookUpAnswer> {
  const answer = await ask(settings, { path: `/v1/payments/${encodeURIComponent(reference)}` });
  if (answer.outcome === 'unknown') return answer;
  if (answer.status === 404) return { outcome: 'absent' };
  const order = answer.status === 200 ? orderSchema.safeParse(parsed(answer.raw)) : undefined;
  if (!order?.success) return unknown(`the look-up was answered by ${answer.status}, or in an unknown form`);
  const { status, amount: text, currency: letters, booked, at } = order.data;
  if (order.data.reference !== reference) return unknown('the look-up was answered about another payment');
  const currency = isCurrency(letters) ? letters : undefined;
  const minor = parseMinor(text, currency ?? 'USD');
  return {
    outcome: 'found',
    payment: {
      reference,
      kind: 'payout',
      status: statuses.get(status) ?? 'pending',
      undoesItself: false,
      providerStatus: `payout ${status}`,
      providerTransactionId: booked ?? undefined,
      amount: minor === undefined ? undefined : { minor, currency, letters },
      payer: { name: undefined, cardMask: undefined, cardBrand: undefined },
      occurredAt: new Date(at),
    },
  };
}

function refused(code: 'currency_not_supported' | 'amount_not_supported' | 'rejected_by_provider', message: string) {
  return { outcome: 'refused', code, message } as const;
}
