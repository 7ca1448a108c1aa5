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
    name: 'missing-statement-unseen',
    file: `${area}/balances.ts`,
    find: '((select coalesce(sum(missing), 0) from whole) - case c.from_balance when 0 then c.known_missing else 0 end)::bigint as missing',
    replace: '0::bigint as missing',
    breaks: 'A statement of the bank that never came shows nowhere.',
    tests: [`${area}/balances.test.ts`],
  },
  {
    name: 'book-by-hand-unseen',
    file: `${area}/comparing.ts`,
    find: 'const byHand = difference - sum(found);',
    replace: 'const byHand = 0n;',
    breaks: 'What the book has and no bank has shows nowhere.',
    tests: [`${area}/comparing.test.ts`, `${area}/balances.test.ts`],
  },
  {
    name: 'bank-names-nothing',
    file: `${area}/booking.ts`,
    find: "takesNumber: original?.outcome === 'handed' ?",
    replace: "takesNumber: original?.outcome === 'sent_back' ?",
    breaks: 'What the bank takes back of a second transfer is taken from where the first had gone.',
    tests: [`${area}/bank.test.ts`],
  },
  {
    name: 'third-party-accepted',
    file: 'src/areas/payments/provider/reviews.ts',
    find: "return companyProfileOf(company).thirdPartyMoney === 'never';",
    replace: "return companyProfileOf(company).thirdPartyMoney !== 'never';",
    breaks: 'Staff may take money of somebody else’s for a client of the EU or the UK.',
    tests: ['src/areas/reviews/thirdParty.test.ts'],
  },
  {
    name: 'third-party-taken',
    file: 'src/areas/payments/rules.ts',
    find: "return phase === 'on_review' && reason !== 'third_party';",
    replace: "return phase === 'on_review';",
    breaks: 'A client may take what somebody else has paid.',
    tests: ['src/areas/payments/told.test.ts'],
  },
];
