import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseAnswer, isLocked, countedAnswers, shownQuestions, unanswered, type Linked } from './questions.ts';

const plain = (id: number, answers: readonly number[]) => ({ id, answers: answers.map((each) => ({ id: each, presets: [] })) });
/** As document 2 §4 links them. */
const linked: readonly Linked[] = [
  {
    id: 27,
    answers: [
      { id: 121, presets: [] },
      { id: 123, presets: [127, 135] },
    ],
    sub_questions: [],
  },
  { ...plain(28, [124, 127]), sub_questions: [{ ...plain(29, [128, 130]), revealed_by: 127 }] },
  { ...plain(30, [132, 135]), sub_questions: [{ ...plain(31, [136, 138]), revealed_by: 135 }] },
];
const shownIds = (chosen: readonly number[]) => shownQuestions(linked, chosen).map(({ id }) => id);

test('an answer reveals the question that follows on it, which goes again with its answer', () => {
  expect(shownIds([])).toEqual([27, 28, 30]);
  const told = chooseAnswer(linked, chooseAnswer(linked, [121], 127), 128);
  expect(shownIds(told)).toEqual([27, 28, 29, 30]);
  expect(chooseAnswer(linked, told, 124)).toEqual([121, 124]);
});

test('what one answer gives for other questions is locked there, and what follows on those stays hidden', () => {
  const never = chooseAnswer(linked, [121, 124], 123);
  expect(never).toEqual([123, 127, 135]);
  expect(shownIds(never)).toEqual([27, 28, 30]);
  expect(isLocked(linked, never, 124)).toBe(true);
  expect(chooseAnswer(linked, never, 124)).toEqual(never);
  expect(unanswered(linked, never)).toEqual([]);
});

test('what was given goes with the answer that gave it', () => {
  const again = chooseAnswer(linked, chooseAnswer(linked, [], 123), 121);
  expect(again).toEqual([121]);
  expect(unanswered(linked, again)).toEqual([28, 30]);
});

test('whatever is chosen in whatever order, each question has one answer at most, all of them shown, and it holds still', () => {
  const ids = [121, 123, 124, 127, 128, 130, 132, 135, 136, 138, 999];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids), { maxLength: 12 }), (picks) => {
      const chosen = picks.reduce<readonly number[]>((before, id) => chooseAnswer(linked, before, id), []);
      expect(countedAnswers(linked, chosen)).toEqual(chosen);
      const shown = shownQuestions(linked, chosen);
      expect(chosen.length).toBe(shown.length - unanswered(linked, chosen).length);
    }),
  );
});
