import { expect, test } from 'vitest';
import { money } from './money.ts';
import { amountSaid, writeAmount } from './wording.ts';

test.each([
  ['en-GB', money(15_000_000n, 'NGN'), 'NGN 150,000.00'],
  ['fr', money(123_456n, 'EUR'), 'EUR 1 234,56'],
  ['ar-u-nu-latn', money(123_456n, 'USD'), 'USD 1,234.56'],
  ['zh-CN', money(1_250_000n, 'JPY'), 'JPY 1,250,000'],
  ['en-GB', money(900_719_925_474_099_301n, 'USD'), 'USD 9,007,199,254,740,993.01'],
] as const)('in %s an amount is written by the rules of the language', (locale, amount, written) =>
  expect(writeAmount(amountSaid(amount), locale).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(written),
);
