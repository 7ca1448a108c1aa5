/**
 * The payment methods that the cashier has on for this merchant, by its own names; it refuses any other. Bank transfers that let one
 * choose take the bank in `variable1` (our agreement with the provider).
 */
const cards = ['Credit Card', 'Local Card', 'UnionPay'] as const;
const methods: ReadonlySet<string> = new Set([
  ...cards,
  'Online Banking',
  ...['GTBank', 'Access Bank', 'Zenith Bank', 'First Bank of Nigeria', 'United Bank for Africa'].map(
    (bank) => `Bank Transfer ${bank}`,
  ),
]);

/** What is wrong with the method that an order names; undefined where it is on, or the payer is to choose. */
export function methodTrouble(method: unknown, bank: unknown): string | undefined {
  if (method === null || method === undefined) return undefined;
  if (typeof method !== 'string' || !methods.has(method)) return 'Unknown payment_method';
  return bank === null || bank === undefined || (typeof bank === 'string' && bank.length <= 60) ? undefined : 'Invalid variable1';
}

/** Whether it is paid by a card, whose masked number is told. */
export function isCard(method: string): boolean {
  return method === '' || cards.some((card) => card === method);
}
