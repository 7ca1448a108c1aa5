import { expect, test } from 'vitest';
import type { Fault } from './cases.ts';
import { plants, spoiltBy } from './plant.ts';
import { judge, type Evidence, type SeenDeal } from './verdict.ts';

const terms = { patienceSeconds: 12, passMs: 70_000 };
const deal = (ticket: number, minor: bigint, comment: string): SeenDeal => ({
  ticket,
  login: 5_000_001,
  minor,
  comment,
  timeMs: ticket * 1000,
  seenMs: ticket * 1000,
});

/** A payment of a hundred dollars that is in both books. */
const paid = (fault: Fault, seen: Partial<Evidence> = {}): Evidence => ({
  case: {
    account: { owner: 'ng.active', number: 5_000_001, currency: 'USD', wallet: 7 },
    way: 'wallet_in',
    fault,
    amount: '100',
  },
  id: 512,
  reference: 'r512',
  begunMs: 1_000_000,
  shown: [
    { status: 'processing', atMs: 1_000_400 },
    { status: 'completed', atMs: 1_009_000 },
  ],
  deals: [deal(1, 10_000n, 'r512-c')],
  told: new Map([[1, 1000]]),
  held: { platform: 10_000n, ledger: 10_000n },
  thefts: [],
  sends: 1,
  kills: 0,
  findings: 0,
  ...seen,
});
const ends = (...statuses: string[]) => ({
  shown: statuses.map((status, count) => ({ status, atMs: 1_000_000 + 400 * (count + 1) })),
});
const late = (seconds: number) => ({ mode: 'late', seconds }) as const;
const faultsOf = (evidence: Evidence) => judge(evidence, terms).map((fault) => fault.replace(/^.* transfer 512: /, ''));

test('a payment that came to its end in both books is well', () => {
  for (const fault of [{ mode: 'timeout_after' }, late(6), late(60)] as const) expect(faultsOf(paid(fault))).toEqual([]);
});

test.each(['processing', 'on_review'])(
  'later than the patience it may be %s at the end where a person has been told',
  (status) => {
    expect(faultsOf(paid(late(60), { ...ends(status), findings: 1 }))).toEqual([]);
  },
);

test.each(['processing', 'on_review'])(
  'later than the patience it may not be %s at the end where nobody has been told',
  (status) => {
    expect(faultsOf(paid(late(60), ends(status)))).toEqual([`is ${status} at the end, and waits for nobody`]);
  },
);

test.each([{ mode: 'timeout_before' }, { mode: 'timeout_after' }, late(9)] as const)(
  'within the patience it ends, whoever has been told: %j',
  (fault) => {
    expect(faultsOf(paid(fault, { ...ends('processing'), findings: 1 }))).toEqual(['is processing at the end']);
  },
);

test('what nobody has shown yet waits for nobody, a finding or not', () => {
  expect(faultsOf(paid(late(60), { ...ends(), findings: 1 }))).toEqual(['is nothing at the end']);
  expect(faultsOf(paid(late(60), { ...ends('waiting_payment'), findings: 1 }))).toEqual(['is waiting_payment at the end']);
});

test('shown as failed while its deal is made it is wrong, however late', () => {
  expect(faultsOf(paid(late(60), ends('processing', 'failed')))).toEqual(['was shown failed after 0.8 s']);
});

test('a second deal later than the patience is well once it was taken back, and wrong until then', () => {
  const twice = [deal(1, 10_000n, 'r512-c'), deal(2, 10_000n, 'r512-c')];
  const told = new Map([1, 2, 3].map((ticket) => [ticket, ticket * 1000]));
  const back = deal(3, -10_000n, 's-mt5-2');
  expect(faultsOf(paid(late(60), { deals: [...twice, back], told }))).toEqual([]);
  expect(faultsOf(paid(late(60), { deals: twice, told }))).toEqual(['has a second deal that was not taken back']);
  expect(faultsOf(paid(late(6), { deals: [...twice, back], told }))).toEqual([
    'has 2 deals on the platform, and ought to have 1 at most',
  ]);
});

test('what is planted into what was seen is found', () => {
  const sound = paid({ mode: 'timeout_after' });
  // The others are planted into the platform's own file.
  for (const plant of plants.filter((each) => each !== 'doubled' && each !== 'lost'))
    expect([plant, faultsOf(spoiltBy(plant, sound)).length]).not.toEqual([plant, 0]);
});
