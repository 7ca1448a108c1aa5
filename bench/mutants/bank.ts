import type { Mutant } from './mutant.ts';

const area = 'src/areas/bank';
const messages = 'src/ports/payments/bank/messages.ts';

/** Of what the bank's statements tell. */
export const bankMutants: readonly Mutant[] = [
  {
    name: 'entry-by-statement',
    file: messages,
    find: '? `servicer:${servicer}${place}`',
    replace: '? `servicer:${statement}:${servicer}${place}`',
    breaks: 'A transfer that the next day’s statement tells of again is booked twice.',
    tests: ['src/ports/payments/bank/messages.test.ts', `${area}/bank.test.ts`],
  },
  {
    name: 'currency-not-matched',
    file: `${area}/rules.ts`,
    find: "if (payable.currency !== arrived.currency) return suspense('wrong_currency');",
    replace: '',
    breaks: 'A transfer of another currency than its deposit’s is handed to it.',
    tests: [`${area}/rules.test.ts`],
  },
  {
    name: 'reversal-as-its-original',
    file: messages,
    find: "const taken = isReversal ? 'reversal:' : '';",
    replace: "const taken = '';",
    breaks: 'What takes a transfer back under its own number is thought to be known.',
    tests: ['src/ports/payments/bank/messages.test.ts'],
  },
  {
    name: 'third-party-taken',
    file: 'src/areas/payments/rules.ts',
    find: "transfer.arrivedMinor !== null && transfer.reason !== 'third_party';",
    replace: 'transfer.arrivedMinor !== null;',
    breaks: 'A client may take what somebody else has paid.',
    tests: ['src/areas/payments/told.test.ts'],
  },
];
