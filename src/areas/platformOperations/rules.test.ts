import { describe, expect, test } from 'vitest';
import { afterEmptyLook, filledTogether, operationKinds, patiencesUntilOver, surplusTag, type OperationKind } from './rules.ts';

const patienceMs = 90_000;
const kinds = Object.keys(operationKinds) as OperationKind[];

describe('when a look-up finds nothing', () => {
  test.each(['balance', 'credit', 'correction'] as const)(
    'a movement of money (%s) waits out the patience, is sent once more, waits far longer, and is over',
    (kind) => {
      const next = (sends: number, ageMs: number) => afterEmptyLook({ kind, sends, ageMs, patienceMs });
      expect(next(1, patienceMs - 1)).toBe('wait');
      expect(next(1, patienceMs)).toBe('send');
      expect(next(2, patienceMs - 1)).toBe('wait');
      expect(next(2, patienceMs * patiencesUntilOver - 1)).toBe('wait');
      expect(next(2, patienceMs * patiencesUntilOver)).toBe('over');
    },
  );

  test.each(['market_order', 'close_position', 'close_by'] as const)('an order (%s) is never sent again', (kind) => {
    const next = (sends: number, ageMs: number) => afterEmptyLook({ kind, sends, ageMs, patienceMs });
    expect(next(1, 0)).toBe('wait');
    expect(next(1, patienceMs)).toBe('over');
  });

  test('an opening is asked for again at once: its login is nobody else’s', () => {
    expect(afterEmptyLook({ kind: 'open_account', sends: 5, ageMs: 0, patienceMs })).toBe('send');
  });

  test('nothing is over while it may still be sent, and nothing is sent within the patience that it is given', () => {
    for (const kind of kinds)
      for (let sends = 0; sends < 4; sends += 1) {
        const early = afterEmptyLook({ kind, sends, ageMs: 0, patienceMs });
        expect(early).toBe(operationKinds[kind].takesPatience ? 'wait' : 'send');
      }
  });
});

test('the tag of a taking back fits into what a platform keeps, whatever the ticket', () => {
  expect(surplusTag({ platform: 'mt5', ticket: '18446744073709551615' }).length).toBeLessThanOrEqual(31);
});

test('an order that was filled in parts is all their lots, at the price of the whole', () => {
  expect(filledTogether([{ lots: '0.1', price: '1.08345' }])).toEqual({ lots: '0.1', price: '1.08345' });
  const parts = [
    { lots: '0.04', price: '1.08340' },
    { lots: '0.1', price: '1.0835' },
  ];
  // 0.14 lots at 1.0834714…
  expect(filledTogether(parts)).toEqual({ lots: '0.14', price: '1.08347' });
  const large = [
    { lots: '1', price: '24350' },
    { lots: '2', price: '24351' },
  ];
  expect(filledTogether(large)).toEqual({ lots: '3', price: '24351' });
});
