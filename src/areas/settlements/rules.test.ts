import { expect, test } from 'vitest';
import { comparedDay, type PostedLine, type ReportedLine } from './rules.ts';

const day = '2026-03-02';
const line = (more: Partial<ReportedLine>): ReportedLine => ({
  transactionId: '1',
  kind: 'payment',
  reference: 'r1',
  isReturn: false,
  amount: 100n,
  outcome: 'credited',
  posted: 100n,
  isSameDay: true,
  ...more,
});
const booked = (more: Partial<PostedLine> = {}): PostedLine => ({ key: 'deposit:1', minor: 100n, reportedOn: day, ...more });

test.each([
  ['the same in both', [line({})], [booked()], 'same', []],
  [
    'a refund beside its payment',
    [line({}), line({ transactionId: '2', kind: 'refund', posted: -100n })],
    [booked(), booked({ minor: -100n })],
    'same',
    [],
  ],
  [
    'what came back of a payout',
    [line({ kind: 'payout', posted: -100n }), line({ transactionId: '2', kind: 'refund', isReturn: true })],
    [booked({ minor: -100n }), booked()],
    'same',
    [],
  ],
  ['what waits for somebody’s word', [line({ posted: null, outcome: 'on_review' })], [], 'explained', ['on_review']],
  ['what the book has a day later', [line({ isSameDay: false })], [], 'explained', ['other_day']],
  ['what an earlier report has', [], [booked({ reportedOn: '2026-03-01' })], 'explained', ['other_day']],
  ['what is not known here', [line({ posted: null, outcome: undefined })], [], 'open', ['unknown']],
  ['what nothing has followed from', [line({ posted: null, outcome: null })], [], 'open', ['unknown']],
  ['another amount', [line({ amount: 101n })], [booked()], 'open', ['amount_differs']],
  ['what no report has', [], [booked({ reportedOn: null })], 'open', ['not_reported']],
] as const)('%s', (...[, lines, posted, state, why]) => {
  const compared = comparedDay(day, lines, posted);
  expect([compared.state, compared.findings.map((finding) => finding.why)]).toEqual([state, why]);
  const found = compared.findings.reduce((sum, { minor }) => sum + minor, 0n);
  // Every cent of the difference is named.
  expect(found).toBe(compared.reported - compared.posted);
});
