import { describe, expect, test } from 'vitest';
import { withholdingOf, w8benValidUntil } from '../../law/withholding.ts';
import { answersOf, checkStockForm } from './filled.ts';
import { missingParts, w8benStateOf } from './rules.ts';

describe('a W-8BEN', () => {
  test('is valid to 31 December of the third following year', () => {
    expect(w8benValidUntil(new Date('2026-01-01T00:00:00Z'))).toBe('2029-12-31');
    expect(w8benValidUntil(new Date('2026-12-31T23:59:59Z'))).toBe('2029-12-31');
  });

  test.each([
    [undefined, '2026-11-22', 'none', null],
    ['2029-12-31', '2026-11-22', 'valid', 1135],
    ['2029-12-31', '2029-11-01', 'valid', 60],
    ['2029-12-31', '2029-11-02', 'ending', 59],
    ['2029-12-31', '2029-12-31', 'ending', 0],
    ['2029-12-31', '2030-01-01', 'lapsed', 0],
  ] as const)('until %s is on %s %s', (...[until, today, state, days]) => {
    expect(w8benStateOf(until, today)).toMatchObject({ state, days_left: days });
  });

  test('lowers what is withheld where there is a treaty, and only while it counts', () => {
    expect(withholdingOf('ZA', true)).toBe(15);
    expect(withholdingOf('ZA', false)).toBe(30);
    expect(withholdingOf('MY', true)).toBe(30);
  });
});

test('the advantage account asks both questionnaires, the other only the first, and each a W-8BEN that counts', () => {
  const nothing = { hasCommon: false, hasExtra: false, validUntil: undefined };
  expect(missingParts({ id: 60 }, nothing, '2026-11-22')).toEqual(['common', 'extra', 'w8ben']);
  expect(missingParts({ id: 49 }, nothing, '2026-11-22')).toEqual(['common', 'w8ben']);
  const all = { hasCommon: true, hasExtra: true, validUntil: '2029-12-31' };
  expect(missingParts({ id: 60 }, all, '2029-12-31')).toEqual([]);
  expect(missingParts({ id: 60 }, all, '2030-01-01')).toEqual(['w8ben']);
});

describe('the form', () => {
  const name = 'Thabo Nkosi';
  const work = { occupation_id: 'student' } as const;
  const check = (sent: object, parts: readonly ('common' | 'extra' | 'w8ben')[]) => {
    const verdict = checkStockForm({ account_type_id: 60, ...sent }, { parts, name });
    return verdict.ok ? 'complete' : `${verdict.code} ${verdict.field}`;
  };

  test.each([
    [{}, ['common'], 'field_required occupation_id'],
    [work, ['common'], 'complete'],
    [{ occupation_id: 'other' }, ['common'], 'field_required occupation_other'],
    [{ occupation_id: 'employed' }, ['common'], 'field_required employer_name'],
    [
      { occupation_id: 'employed', employer_name: 'Mine', title_and_position_id: 'other', employment_function: 'all' },
      ['common'],
      'field_required title_and_position_other',
    ],
    [
      { ...work, annual_income_id: 'to20', saving_investments_id: 'to20' },
      ['common', 'extra'],
      'field_required investment_objectives_id',
    ],
    [{ tin_number: '123' }, ['w8ben'], 'field_required signature'],
    [{ tin_number: '123', signature: 'Somebody Else' }, ['w8ben'], 'signature_wrong signature'],
    [{ tin_number: '123', signature: ' thabo  NKOSI' }, ['w8ben'], 'complete'],
    [{ tin_number: '123', signature: name, is_different_address: true }, ['w8ben'], 'field_required mailing_address'],
    [{}, [], 'complete'],
  ] as const)('%j of %j is %s', (...[sent, parts, expected]) => {
    expect(check(sent, parts)).toBe(expected);
  });

  test('keeps what was asked and nothing of what it depended on before', () => {
    const sent = {
      account_type_id: 60,
      occupation_id: 'student',
      employer_name: 'Left over',
      title_and_position_other: 'x',
    } as const;
    expect(answersOf('common', sent)).toEqual({ occupation_id: 'student' });
  });
});
