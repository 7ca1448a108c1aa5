import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cardApplication, raiseCards } from '../../server/testing/cardPort.ts';
import { dayMs, minuteMs } from '../../base/time.ts';

/* The part of the port's contract that only those keep who issue cards. */

const issuers = [{ name: 'cardissuer', raise: raiseCards }];

describe.each(issuers)('cards of $name', ({ raise }) => {
  let bench: Awaited<ReturnType<typeof raise>>;
  beforeEach(async () => {
    bench = await raise();
  });
  afterEach(() => bench.close());

  const asked = (reference = 'C-1') => cardApplication(reference, bench.cardShop.address);
  const stateOf = async (reference = 'C-1') => {
    const found = await bench.cards.lookUp(reference);
    if (found.outcome !== 'found') throw new Error(JSON.stringify(found));
    return found.state;
  };
  const goOn = (times: number) => {
    for (let count = 0; count < times; count += 1) bench.provider.decide('C-1', 'approved');
  };
  const told = () => bench.cardShop.readings.map((reading) => (reading.verified ? reading.reference : reading.reason));

  test('an application is taken once by its reference, and is another’s where it differs', async () => {
    const first = await bench.cards.apply(asked());
    expect(first).toMatchObject({ outcome: 'found', state: { reference: 'C-1', phase: 'requested', card: undefined } });
    expect(await bench.cards.apply(asked())).toEqual(first);
    expect(await bench.cards.apply({ ...asked(), currency: 'EUR' })).toMatchObject({ outcome: 'refused' });
    expect(await bench.cards.lookUp('C-2')).toEqual({ outcome: 'absent' });
  });

  test('what cannot stand on a card is refused for good', async () => {
    expect(await bench.cards.apply({ ...asked(), nameOnCard: '§' })).toMatchObject({ outcome: 'refused' });
    expect(await bench.cards.lookUp('C-1')).toEqual({ outcome: 'absent' });
  });

  test('it goes from request to active with last digits and expiry, and nothing else of the card', async () => {
    await bench.cards.apply(asked());
    const phases = [(await stateOf()).phase];
    for (let stage = 0; stage < 4; stage += 1) {
      goOn(1);
      phases.push((await stateOf()).phase);
    }
    expect(phases).toEqual(['requested', 'in_review', 'approved', 'shipped', 'active']);
    const { card, version } = await stateOf();
    expect(card).toEqual({
      id: expect.stringMatching(/^card_/),
      lastFour: expect.stringMatching(/^\d{4}$/),
      expires: '2029-03',
      currency: 'USD',
    });
    expect(version).toBe(5);
    await bench.provider.deliverDue();
    expect(told()).toEqual(['C-1', 'C-1', 'C-1', 'C-1']);
  });

  test('a decline says why', async () => {
    await bench.cards.apply(asked());
    bench.provider.decide('C-1', 'declined');
    expect(await stateOf()).toMatchObject({ phase: 'declined', reason: 'identity', card: undefined });
  });

  test('a card is blocked and given back, however often it is asked for, and none that is not there', async () => {
    await bench.cards.apply(asked());
    expect(await bench.cards.setBlocked('C-1', true)).toMatchObject({ outcome: 'refused' });
    goOn(4);
    for (let times = 0; times < 2; times += 1)
      expect(await bench.cards.setBlocked('C-1', true)).toMatchObject({ state: { phase: 'blocked', version: 6 } });
    expect(await bench.cards.setBlocked('C-1', false)).toMatchObject({ state: { phase: 'active', version: 7 } });
  });

  test('an application whose answer is lost is looked up: absent before it took effect, there after it', async () => {
    bench.provider.fault('timeout_before', 1);
    expect(await bench.cards.apply(asked())).toMatchObject({ outcome: 'unknown' });
    expect(await bench.cards.lookUp('C-1')).toEqual({ outcome: 'absent' });
    bench.provider.fault('timeout_after', 1);
    expect(await bench.cards.apply(asked())).toMatchObject({ outcome: 'unknown' });
    expect(await stateOf()).toMatchObject({ phase: 'requested', version: 1 });
    bench.provider.fault('error', 1);
    expect(await bench.cards.lookUp('C-1')).toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    ['duplicate', ['C-1', 'C-1']],
    ['reorder', ['C-1', 'C-1']],
    ['forge', ['wrong_signature', 'C-1']],
  ] as const)('messages that come by %s are told apart', async (mode, expected) => {
    await bench.cards.apply(asked());
    bench.provider.fault(mode, 1);
    goOn(1);
    await bench.provider.deliverDue();
    expect(told()).toEqual(expected);
  });

  test('a count of changes that is larger than it can be kept is not understood', () => {
    const read = (sequence: number) => {
      const application = {
        reference: 'C-1',
        sequence,
        status: 'received',
        reason: null,
        card: null,
        at: '2026-03-01T10:00:00Z',
      };
      return bench.cards.readMessage(Buffer.from(JSON.stringify({ merchant: 'another', application })), {});
    };
    expect([read(2_147_483_647), read(2_147_483_648)]).toMatchObject([{ reason: 'wrong_merchant' }, { reason: 'malformed' }]);
  });

  test('messages that come late come all the same, and what is not the issuer’s is none', async () => {
    await bench.cards.apply(asked());
    bench.provider.fault('delay', 1);
    goOn(1);
    expect(await bench.provider.deliverDue()).toBe(0);
    bench.advance(2 * minuteMs);
    await bench.provider.deliverDue();
    expect(told()).toEqual(['C-1']);
    expect(bench.cards.readMessage(Buffer.from('{'), {})).toEqual({ verified: false, reason: 'malformed' });
  });

  test('money is loaded onto an active card in its own currency, and onto no other', async () => {
    await bench.cards.apply(asked());
    goOn(3);
    const card = (await stateOf()).card?.id ?? '';
    const load = (reference: string, currency: 'USD' | 'EUR') =>
      bench.payments.payOut?.({
        way: 'payout',
        reference,
        amount: { minor: 5_000n, currency },
        clientId: 1001,
        companyId: 3,
        customer: { name: 'Thandi van der Merwe', email: 'thandi@atrium.test', country: 'ZA' },
        notificationUrl: `${bench.shop.address}/notify`,
        destination: { kind: 'card', card, currency: 'USD' },
      });
    expect(await load('W-1', 'USD')).toMatchObject({ outcome: 'refused' });
    goOn(1);
    expect(await load('W-2', 'EUR')).toMatchObject({ outcome: 'refused', code: 'currency_not_supported' });
    for (let times = 0; times < 2; times += 1) expect(await load('W-3', 'USD')).toEqual({ outcome: 'accepted' });
    await bench.cards.setBlocked('C-1', true);
    expect(await load('W-4', 'USD')).toMatchObject({ outcome: 'refused' });
    expect(await bench.payments.lookUp('W-4')).toEqual({ outcome: 'absent' });
  });

  test('by itself it goes a stage further each minute, declines or never moves, as the name says, and expires with its month', async () => {
    const named = { 'C-1': 'THANDI VAN DER MERWE', 'C-2': 'DECLINE ME', 'C-3': 'NEVER ME' };
    for (const [reference, nameOnCard] of Object.entries(named)) await bench.cards.apply({ ...asked(reference), nameOnCard });
    for (let minute = 0; minute < 5; minute += 1) {
      bench.advance(minuteMs);
      bench.provider.beat();
    }
    const phases = await Promise.all(Object.keys(named).map(async (reference) => (await stateOf(reference)).phase));
    expect(phases).toEqual(['active', 'declined', 'requested']);
    bench.advance(4 * 365 * dayMs);
    bench.provider.beat();
    expect((await stateOf()).phase).toBe('expired');
  });
});
