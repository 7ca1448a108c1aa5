import { expect, test } from 'vitest';
import { z } from 'zod';
import { inDigits } from './digits.ts';

const lots = inDigits(z.int().min(1).max(500));

test.each([
  [7, 7],
  ['7', 7],
  ['007', 7],
])('%j is the number %i', (told, number) => {
  expect(lots.parse(told)).toBe(number);
});

test.each([
  [[7]],
  [true],
  [''],
  [' 7'],
  ['7.0'],
  ['7e1'],
  ['0x7'],
  [7.5],
  [{}],
  [null],
  ['seven'],
  ['9'.repeat(30)],
  [0],
  ['501'],
])('%j is none', (told) => {
  expect(lots.safeParse(told).success).toBe(false);
});

test('whoever reads the document is told what it is when it is sent as a number', () => {
  expect(z.toJSONSchema(lots, { io: 'input' })).toMatchObject({ type: 'integer', minimum: 1, maximum: 500 });
});
