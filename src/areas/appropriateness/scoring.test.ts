import { expect, test } from 'vitest';
import { companyIds } from '../../law/regions/profile.ts';
import { questionnaireOf, type Questionnaire } from './questionnaires.ts';
import { linkedOf, scoreOf } from './scoring.ts';

const right = [146, 148, 152, 155, 158, 160, 163, 167, 169];
const own = { 1: 172, 4: 175 } as const;

function asked(company: 1 | 4): Questionnaire {
  return questionnaireOf(company);
}

test('the EU and the UK ask at least twelve questions, with the ids of the documents in their places, and all others have the general ones', () => {
  expect(companyIds.map((company) => questionnaireOf(company).version)).toEqual(['eu-1', 'general-1', 'uk-1', 'general-1']);
  for (const company of [1, 4] as const) {
    const linked = linkedOf(asked(company));
    expect(linked.length).toBeGreaterThanOrEqual(12);
    const ids = linked.flatMap(({ id, sub_questions: subs }) => [id, ...subs.map((sub) => sub.id)]);
    expect(ids.slice(0, 6)).toEqual([27, 28, 29, 30, 31, 32]);
    const all = linked.flatMap((each) => [each, ...each.sub_questions]).flatMap(({ answers }) => answers);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.find(({ id }) => id === 123)?.presets).toEqual([127, 135, 144]);
    const revealed = linked.flatMap(({ sub_questions: subs }) => subs.map(({ id, revealed_by: by }) => [by, id]));
    expect(revealed).toEqual([
      [127, 29],
      [135, 31],
    ]);
  }
});

test.each([
  ['who has never traded and knows everything', [123, ...right], { isPassed: true, maxLeverage: 30 }],
  ['who knows less', [123, ...right.slice(0, 7), 166, 170], { isPassed: true, maxLeverage: 20 }],
  ['who knows little', [123, ...right.slice(0, 4), 157, 161, 164, 166, 170], { isPassed: false, maxLeverage: 5 }],
  [
    'who has traded for years and does not know that all can be lost',
    [121, 124, 132, 142, ...right.filter((id) => id !== 148), 149],
    { isPassed: false, maxLeverage: 5 },
  ],
] as const)('%s is told so', (_who, answers, verdict) => {
  for (const company of [1, 4] as const) expect(scoreOf(asked(company), [...answers, own[company]])).toMatchObject(verdict);
});

test('nothing is scored while a question is open, or with an answer that belongs to none', () => {
  expect(scoreOf(asked(1), [123, ...right])).toBeUndefined();
  expect(scoreOf(asked(1), [121, 127, 132, 142, ...right, 172])).toBeUndefined();
  expect(scoreOf(asked(1), [121, 127, 128, 132, 142, ...right, 172])).toMatchObject({ isPassed: true });
  expect(scoreOf(asked(1), [123, ...right, 172, 9999])).toBeUndefined();
});

test('what an answer gives counts whatever else was sent for those questions', () => {
  expect(scoreOf(asked(1), [124, 132, 143, 123, ...right, 172])?.answers).toEqual(
    scoreOf(asked(1), [123, ...right, 172])?.answers,
  );
});
