import { expect, test } from 'vitest';
import { courses } from './engine.ts';
import { drivenPhases } from './rules.ts';

test('every phase that the broker has to move on is moved on by a course, and no other phase is', () => {
  const moved = new Set(Object.values(courses).flatMap(({ movers }) => Object.keys(movers)));
  expect([...moved].toSorted()).toEqual([...drivenPhases].toSorted());
});

test('what has a payment at a provider is what a client pays for: nothing else is settled by a notification', () => {
  const settled = Object.entries(courses).filter(([, { applyPayment }]) => applyPayment !== undefined);
  expect(settled.map(([type]) => type)).toEqual(['deposit']);
});
