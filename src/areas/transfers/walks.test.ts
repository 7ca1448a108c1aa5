import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCounter, restrict } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture } from '../../server/testing/payoutFixture.ts';
import { stateRows } from '../../server/testing/transferStates.ts';
import { waysBy } from '../../server/testing/transferTransitions.ts';
import { endSilence, waysTo, type Walker, type Way } from '../../server/testing/transferWays.ts';
import type { TransferType } from '../../protocol/payment.ts';
import { everyPhase, phases, type Phase } from '../payments/rules.ts';

/* Every state of a transfer is walked to, and every step from phase to phase is taken: states.test.ts only says what is read there. */

let walker: Walker;
beforeAll(async () => {
  const counter = await openCounter('ng.active', { dollars: '5000.00', wallet: '1000.00' });
  walker = { ...counter, payouts: await openPayoutFixture(counter.app, counter) };
  // Nobody is charged for not having traded.
  await walker.payouts.trade(counter.dollars);
});
afterAll(() => walker.app.close());
// What is disputed shuts the next deposit.
beforeEach(() => restrict(walker.app, walker.client, false));
afterEach(async () => {
  await endSilence(walker);
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await walker.books.faults()).toEqual([]);
});

const table: Readonly<Record<TransferType, Readonly<Record<string, Way>>>> = waysTo;
/** From which phase to which a transfer has really gone, as its timeline has it. */
const taken = new Set<string>();
/** What no transfer does, though its phase would let it: nobody cancels, fails or completes one from there. */
const neverTaken = ['waiting_payment failed', 'on_review cancelled', 'awaiting_approval completed'];
const mayBeTaken = everyPhase.flatMap((from) => phases[from].next.map((to) => `${from} ${to}`));

/** The phases that it has passed: what begins saved has no quote before it. */
async function passedBy(id: number): Promise<string[]> {
  const lines = await walker.app.owner.sql.many<{ phase: Phase; type: TransferType }>(
    `select s.phase, r.transfer_type as type from remittance_stage s join remittance r on r.id = s.remittance_id
     where r.id = $1 order by s.id`,
    [id],
  );
  const passed: string[] = lines[0]?.type === 'reversal' ? [] : ['quoted'];
  for (const { phase } of lines) if (passed.at(-1) !== phase) passed.push(phase);
  return passed;
}
async function remember(id: number): Promise<string[]> {
  const passed = await passedBy(id);
  const steps = passed.slice(1).map((to, place) => `${passed[place]} ${to}`);
  for (const step of steps) taken.add(step);
  return steps;
}

describe('a way leads to every state:', () => {
  test.each(stateRows)('a $type that is $name', async (row) => {
    const way = table[row.type][row.name];
    if (!way) throw new Error(`no way leads to a ${row.type} that is ${row.name}`);
    const id = await way(walker);
    const shown = await walker.payments.detailsOf(id);
    expect(shown).toMatchObject({ id, transfer_type: row.type, status: row.status });
    expect([(await passedBy(id)).at(-1), phases[row.phase].status]).toEqual([row.phase, row.status]);
    const lines: { code: string; status: string; text: string }[] = shown.timeline;
    expect(lines.findLast(({ code }) => code === row.stage)).toMatchObject({
      status: row.status,
      text: expect.stringMatching(row.says),
    });
    expect(shown.reason ?? '').toMatch(row.why ?? /^$/);
    const [who, what] = row.next ?? [null, /^$/];
    expect([shown.next?.who ?? null, shown.next?.text ?? '']).toEqual([who, expect.stringMatching(what)]);
    // Words that were not filled in would stand in braces.
    expect(JSON.stringify(shown)).not.toMatch(/\{[a-z]+\}/i);
    await endSilence(walker);
    await remember(id);
  });

  test('and to no other', () => {
    for (const [type, own] of Object.entries(table)) {
      const states = stateRows.filter((row) => row.type === type).map(({ name }) => name);
      expect(Object.keys(own).toSorted()).toEqual(states.toSorted());
    }
  });
});

describe('a way takes every step of the phases:', () => {
  test.each(Object.entries(waysBy))('%s', async (step, way) => {
    const id = await way(walker);
    await endSilence(walker);
    expect(await remember(id)).toContain(step);
  });

  test('and no other', () => {
    expect([...taken].filter((step) => !mayBeTaken.includes(step))).toEqual([]);
    expect(mayBeTaken.filter((step) => !taken.has(step)).toSorted()).toEqual(neverTaken.toSorted());
  });
});
