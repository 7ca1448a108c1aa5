import { expect, test } from 'vitest';
import { actionsOf, signedMinor } from './rules.ts';

test.each([
  ['remittance:1', { kind: 'deposit' }, ['approve', 'send_back']],
  ['remittance:1', { kind: 'refund' }, ['approve', 'decline']],
  ['transaction:1', { amount: '5.00', currency: 'USD' }, ['approve', 'send_back']],
  ['transaction:1', { amount: '', currency: 'XXQ' }, ['decline']],
  ['debt:1', {}, ['retry', 'decline']],
  ['negative:1', {}, ['approve', 'decline']],
  ['settlement:1', {}, ['explain']],
  ['difference:1', {}, ['adjust']],
  ['paper:1', {}, []],
])('of %s (%j) staff may decide %j', (subject, detail, actions) => {
  expect(actionsOf({ subject, detail }).map(({ action }) => action)).toEqual(actions);
});

test.each([
  ['12.34', 1_234n],
  ['-12.34', -1_234n],
  ['0', undefined],
  ['--1', undefined],
  ['1.234', undefined],
])('%s dollars are %s cents', (text, minor) => {
  expect(signedMinor(text, 'USD')).toBe(minor);
});
