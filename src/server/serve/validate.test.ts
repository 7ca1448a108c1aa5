import { expect, test } from 'vitest';
import { z } from 'zod';
import { askedNumber } from '../../protocol/asked.ts';
import { paymentsProcess } from '../../protocol/payment.ts';
import { issuesOf } from './validate.ts';

const rulesOf = (schema: z.ZodType, input: unknown) => {
  const read = schema.safeParse(input);
  return issuesOf(read.error ?? new z.ZodError([]), input).map(({ field, rule }) => `${field}: ${rule}`);
};

test('where one of several kinds of value is taken, the fault is the kind, the form, or that it is not on the list', () => {
  const payment = paymentsProcess.input;
  expect(rulesOf(payment, { action: 'confirm', amount: true })).toEqual(['amount: type']);
  expect(rulesOf(payment, { action: 'confirm', account_number: 5.5 })).toEqual(['account_number: type']);
  expect(rulesOf(payment, { action: 'confirm', account_number: 'x' })).toEqual(['account_number: format']);
  expect(rulesOf(payment, { action: 'save', confirm_bonus_removal: 7 })).toEqual(['confirm_bonus_removal: choice']);
  expect(rulesOf(z.object({ tid: askedNumber }), {})).toEqual(['tid: required']);
});

test('what is missing or null is asked for, whatever a schema makes of it', () => {
  const order = z.object({ leverage: z.coerce.number().int().min(1), side: z.enum(['buy', 'sell']), symbol: z.string() });
  const asked = ['leverage: required', 'side: required', 'symbol: required'];
  expect(rulesOf(order, {})).toEqual(asked);
  expect(rulesOf(z.object({ order }), { order: { symbol: 5, leverage: 'x' } })).toEqual([
    'order.leverage: type',
    'order.side: required',
    'order.symbol: type',
  ]);
  expect(rulesOf(z.object({ amount: askedNumber, side: z.enum(['buy']) }), { amount: null, side: null })).toEqual([
    'amount: required',
    'side: required',
  ]);
});

test('a yes or no is taken as programs write it', () => {
  const yes = [true, 1, '1'].map((told) => paymentsProcess.input.parse({ action: 'save', confirm_bonus_removal: told }));
  const no = [false, 0, '0'].map((told) => paymentsProcess.input.parse({ action: 'save', confirm_bonus_removal: told }));
  expect(yes.map((each) => each.confirm_bonus_removal)).toEqual([true, true, true]);
  expect(no.map((each) => each.confirm_bonus_removal)).toEqual([false, false, false]);
});
