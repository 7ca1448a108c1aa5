import { expect, test } from 'vitest';
import { answersByField } from './answered.ts';
import type { Telling } from './store.ts';

const told = (day: number, answers: Telling['answers']): Telling => ({ at: new Date(Date.UTC(2026, 0, day)), answers });

test('of what was told several times the latest stands first, and what has not changed stands once', () => {
  const answers = answersByField([
    told(1, { financial_income: '1', net_worth: '2', pep: false }),
    told(2, { financial_income: '1' }),
    told(3, { financial_income: '3', net_worth: '2' }),
    told(4, { financial_income: '1', pep: true }),
  ]);
  const days = (field: 'financial_income' | 'net_worth' | 'pep') =>
    answers.get(field)?.map(({ value, at }) => [value, at.getUTCDate()]);
  expect(days('financial_income')).toEqual([
    ['1', 4],
    ['3', 3],
    ['1', 1],
  ]);
  expect(days('net_worth')).toEqual([['2', 1]]);
  expect(days('pep')).toEqual([
    [true, 4],
    [false, 1],
  ]);
});

test('what was taken back stands as empty, what was never told or is no question of ours not at all', () => {
  const answers = answersByField([
    told(1, { employer_name: 'Harbour Works', occupation_other: '', nonsense: 'x' }),
    told(2, { employer_name: '' }),
  ]);
  expect([...answers.keys()]).toEqual(['employer_name']);
  expect(answers.get('employer_name')?.map(({ value }) => value)).toEqual(['', 'Harbour Works']);
});
