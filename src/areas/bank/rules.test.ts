import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { remittanceId } from '../../base/id.ts';
import { matchOf, payoutReferencesIn, referencesIn, type Payable } from './rules.ts';

describe('a reference in what a payer wrote', () => {
  test.each([
    ['as it stands', ['r500001-a1b2c3d4']],
    ['in capitals, without its hyphen', ['DEPOSIT R500001A1B2C3D4']],
    ['with spaces', ['r 500 001 - a1b2 c3d4 thank you']],
    ['broken over two lines', ['my deposit r500001-a1', 'b2c3d4']],
    ['in a structured reference', ['', 'R500001A1B2C3D4']],
  ])('is found %s', (_how, texts) => expect(referencesIn(texts)).toContain('r500001-a1b2c3d4'));

  test.each([
    ['nothing', ['']],
    ['another number', ['invoice 500001']],
    ['one that is cut off', ['r5-a1b2c3']],
    ['words', ['transfer for trader Robert, rent']],
  ])('is not found in %s', (_what, texts) => expect(referencesIn(texts)).toEqual([]));

  test('is found whatever stands around it and wherever the bank broke it', () => {
    const word = fc.stringMatching(/^[a-z0-9 ]{0,20}$/);
    const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
    fc.assert(
      fc.property(fc.tuple(word, word, fc.integer({ min: 1, max: 999_999_999 }), hex, fc.nat(20)), (given) => {
        const [before, after, id, tail, at] = given;
        const text = `${before} r${id}-${tail} ${after}`;
        expect(referencesIn([text.slice(0, at), text.slice(at)])).toContain(`r${id}-${tail}`);
      }),
    );
  });

  test.each([
    ['as it stands', ['w500001-1-a1b2c3d4']],
    ['in capitals, without its hyphens', ['RETURN W5000011A1B2C3D4']],
    ['broken over two lines', ['w500001-1-a1', 'b2c3d4']],
  ])('is found of a payout %s, and is none of a deposit', (_how, texts) => {
    expect(payoutReferencesIn(texts)).toContain('w500001-1-a1b2c3d4');
    expect(referencesIn(texts)).toEqual([]);
  });

  test('costs no more than its text is long', () => {
    expect(referencesIn(['r1'.repeat(100_000)]).length).toBeLessThan(500);
    expect(payoutReferencesIn(['w1'.repeat(100_000)]).length).toBeLessThan(1000);
  });
});

describe('what came in is for', () => {
  const payable: Payable = {
    id: remittanceId(7),
    reference: 'r7-aaaaaaaa',
    companyId: 3,
    currency: 'USD',
    isClosed: false,
  };
  const arrived = { companyId: 3, currency: 'USD' };

  test('the payment that it names, in its currency, at the account of its company', () => {
    expect(matchOf(arrived, [payable])).toEqual({ outcome: 'handed', remittanceId: 7, reference: 'r7-aaaaaaaa' });
  });

  test.each([
    ['no payment is named', [], arrived, 'unknown_reference'],
    ['two are named', [payable, { ...payable, id: remittanceId(8) }], arrived, 'two_references'],
    ['it is of another currency', [payable], { ...arrived, currency: 'EUR' }, 'wrong_currency'],
    ['it is of no currency of ours', [payable], { ...arrived, currency: null }, 'wrong_currency'],
    ['it came to another company', [payable], { ...arrived, companyId: 1 }, 'wrong_account'],
    ['the client or the account is closed', [{ ...payable, isClosed: true }], arrived, 'closed_account'],
  ] as const)('nobody yet, where %s', (...[, named, came, why]) => {
    expect(matchOf(came, named)).toEqual({ outcome: 'suspense', why });
  });
});
