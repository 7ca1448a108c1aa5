import type { Mutant } from './mutant.ts';

const area = 'src/areas/payments/provider';
const connector = 'src/ports/payments/praxis/lookingUp.ts';
const tests = [`${area}/transactions.test.ts`];

/** Of what a provider does after a payment, and how its transactions are read. */
export const providerMutants: readonly Mutant[] = [
  {
    name: 'latest-only',
    file: 'src/areas/payments/jobs.ts',
    find: "const number = typeof transaction === 'string' ? transaction : undefined;",
    replace: "const number = typeof transaction === 'number' ? String(transaction) : undefined;",
    breaks: 'Of two refunds between two look-ups only the later is taken back.',
    tests,
  },
  {
    name: 'second-payment-swallowed',
    file: `${area}/applyPayment.ts`,
    find: 'if (!isOwn(remittance, transaction)) return keepUnmatched(parts, remittance, transaction);',
    replace:
      "if (!isOwn(remittance, transaction) && remittance.phase !== 'completed') return keepUnmatched(parts, remittance, transaction);",
    breaks: 'A second approved payment of an order is nowhere in the book, and nobody hears of it.',
    tests,
  },
  {
    name: 'suspense-kept',
    file: `${area}/unmatched.ts`,
    find: 'if (!taking || !transaction) return false;',
    replace: "if (!taking || !transaction || taking.kind === 'refund') return false;",
    breaks: 'A second payment that the provider has given back is taken from the client.',
    tests,
  },
  {
    name: 'given-back-credited',
    file: `${area}/applyPayment.ts`,
    find: 'if (!answer.payment.undoesItself) return undefined;',
    replace: 'if (answer.payment.undoesItself) return undefined;',
    breaks: 'A payment that was told as given back before it was told as paid is credited all the same.',
    tests,
  },
  {
    name: 'second-taken-of-first',
    file: `${area}/takings.ts`,
    find: 'if (!transaction.undoesItself || own === null || own === transaction.transactionId) return false;',
    replace: 'if (own !== transaction.transactionId) return false;',
    breaks: 'A second payment that is taken back before it was told takes away what the first has brought.',
    tests,
  },
  {
    name: 'won-back-kept',
    file: `${area}/wonBack.ts`,
    find: "if (minor !== null && found?.phase === 'completed') {",
    replace: "if (minor !== null && found?.phase === 'reversing') {",
    breaks: 'A chargeback that was won back is never given to the client again.',
    tests,
  },
  {
    name: 'won-back-forgotten',
    file: `${area}/reversals.ts`,
    find: 'amount: sum.amount + amount - wonBack,',
    replace: 'amount: sum.amount + amount,',
    breaks: 'What was won back and is charged back once more is not taken.',
    tests,
  },
  {
    name: 'foreign-refund-taken',
    file: `${area}/reversals.ts`,
    find: 'if (currency !== remittance.currency || minor === null',
    replace: 'if (currency === null || minor === null',
    breaks: 'A refund in another currency is taken as if it were in the payment’s.',
    tests,
  },
  {
    name: 'refund-past-the-rest',
    file: `${area}/reversals.ts`,
    find: '|| minor <= 0n || minor > remittance.amount - soFar.amount)',
    replace: '|| minor <= 0n)',
    breaks: 'A refund of more than was paid is cut to what fits, and nobody looks at it.',
    tests,
  },
  {
    name: 'pending-refund-counts',
    file: connector,
    find: "const status = kinds.has(type) ? (statuses.get(word) ?? 'pending') : 'pending';",
    replace: "const status = kinds.has(type) ? (statuses.get(word) ?? 'approved') : 'pending';",
    breaks: 'A refund that is only asked for at the provider is taken back already.',
    tests,
  },
  {
    name: 'report-unread',
    file: 'src/areas/settlements/jobs.ts',
    find: 'await engine.applyPayment(context, reference, transactionId);',
    replace: 'await engine.applyPayment(context, reference.slice(1), transactionId);',
    breaks: 'A payment whose notification was lost stays unknown, though the provider’s report has it.',
    tests: ['src/areas/settlements/jobs.test.ts'],
  },
  {
    name: 'card-after-its-end',
    file: 'src/areas/prepaidCards/store.ts',
    find: "set apply_sent_at = $2 where id = $1 and phase not in ('expired', 'declined')`",
    replace: 'set apply_sent_at = $2 where id = $1`',
    breaks: 'The issuer makes a card whose fee its client has back.',
    tests: ['src/areas/prepaidCards/leaving.test.ts'],
  },
];
