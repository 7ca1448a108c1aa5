import { expect, test } from 'vitest';
import { suitabilityFault, suitabilityIds, suitabilityOf } from './suitability.ts';

const given = {
  preservation: '25',
  income: '0',
  growth: '50',
  speculation: '25',
  riskier: '35',
  seeking: 'growth',
  outside_investments: 'half',
  horizon: 'y5',
  anticipation: 'a10',
  reaction: 'wait',
};

test('the sliders are told as one to five and the pictures by their place, under the documents’ ids', () => {
  expect(suitabilityOf(given)).toEqual([
    { id: 12, answer: 2 },
    { id: 13, answer: 1 },
    { id: 14, answer: 3 },
    { id: 15, answer: 2 },
    { id: 16, answer: 2 },
    { id: 17, answer: 3 },
    { id: 18, answer: 3 },
    { id: 19, answer: 3 },
    { id: 20, answer: 2 },
    { id: 21, answer: 3 },
  ]);
  expect(suitabilityFault(suitabilityOf(given))).toBeUndefined();
  expect(suitabilityIds).toHaveLength(10);
});

const good = suitabilityOf(given);
const changed = (id: number, answer: number) => good.map((each) => (each.id === id ? { id, answer } : each));

test.each([
  ['nothing', [], 'incomplete'],
  ['one left open', good.slice(1), 'incomplete'],
  ['a picture that was not chosen', suitabilityOf({ ...given, horizon: '' }), 'incomplete'],
  ['one twice in the place of another', [...good.slice(1), { id: 13, answer: 1 }], 'incomplete'],
  ['an id of another question', [...good.slice(1), { id: 99, answer: 1 }], 'incomplete'],
  ['a picture that is not shown', changed(16, 5), 'incomplete'],
  ['no step of a slider', changed(12, 1.5), 'incomplete'],
  ['sliders below a hundred', changed(12, 1), 'not_whole'],
  ['sliders above a hundred', changed(12, 5), 'not_whole'],
] as const)('suitability answers are refused: %s', (_what, answers, fault) => {
  expect(suitabilityFault(answers)).toBe(fault);
});
