import { describe, expect, test } from 'vitest';
import { gathered, inTheirOrder } from './gather.ts';
import type { Sql } from './sql.ts';

const nowhere = (): never => {
  throw new Error('nothing is asked of it');
};
const connection = (): Sql => ({ many: nowhere, maybe: nowhere, one: nowhere, run: nowhere });

/** Doubles numbers; writes down what came together. */
function openDoubling(fault?: (questions: readonly number[]) => Error | undefined) {
  const asked: (readonly number[])[] = [];
  const ask = gathered<number, number>(async (_sql, questions) => {
    asked.push(questions);
    const error = fault?.(questions);
    if (error) throw error;
    return questions.map((question) => question * 2);
  }, 3);
  return { ask, asked };
}

describe('what many ask at once', () => {
  test('is asked together, so many at a time, and each has the own answer', async () => {
    const { ask, asked } = openDoubling();
    const sql = connection();
    expect(await Promise.all([1, 2, 3, 4].map((question) => ask(sql, question)))).toEqual([2, 4, 6, 8]);
    expect(asked).toEqual([[1, 2, 3], [4]]);
  });

  test('within a transaction is asked there and nowhere else', async () => {
    const { ask, asked } = openDoubling();
    expect(await Promise.all([ask(connection(), 1), ask(connection(), 2)])).toEqual([2, 4]);
    expect(asked).toEqual([[1], [2]]);
  });

  test('is asked one by one when the rows of one are refused', async () => {
    const { ask } = openDoubling((questions) =>
      questions.includes(2) ? Object.assign(new Error('division by zero'), { code: '22012' }) : undefined,
    );
    const sql = connection();
    const answers = await Promise.allSettled([1, 2, 3].map((question) => ask(sql, question)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('is not asked again when the answer was lost: it may have been done', async () => {
    const { ask, asked } = openDoubling(() => new Error('Query read timeout'));
    const sql = connection();
    const answers = await Promise.allSettled([1, 2].map((question) => ask(sql, question)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual([[1, 2]]);
    await expect(ask(sql, 3)).rejects.toThrow('timeout');
  });

  test('an answer that is missing is a fault of everybody asked', async () => {
    const ask = gathered<number, number>(async () => []);
    await expect(ask(connection(), 1)).rejects.toThrow('0 answers to 1 questions');
  });
});

test('rows come to the places that they name', () => {
  expect(inTheirOrder(3, [{ place: 3 }, { place: 1 }])).toEqual([{ place: 1 }, undefined, { place: 3 }]);
});
