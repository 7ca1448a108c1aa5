import { expect, test } from 'vitest';
import { actionsOf, signedMinor } from './rules.ts';

test.each([
  ['remittance:1', { kind: 'deposit', amount: '5.00', currency: 'USD' }, ['ask_document', 'send_back', 'approve']],
  ['remittance:1', { kind: 'deposit', amount: '5.00000000', currency: 'BTC' }, ['ask_document', 'send_back']],
  ['remittance:1', { kind: 'deposit', currency: 'XXQ' }, ['ask_document', 'send_back']],
  ['remittance:1', { kind: 'refund' }, ['decline', 'approve']],
  ['transaction:1', { amount: '5.00', currency: 'USD' }, ['send_back', 'approve']],
  ['transaction:1', { kind: 'payment', amount: '0.00500000', currency: 'BTC' }, ['send_back']],
  [
    'transaction:1',
    { kind: 'payment', amount: '0.00500000', currency: 'BTC', worth: { amount: '300.00', currency: 'USD' } },
    ['send_back', 'approve'],
  ],
  ['transaction:1', { kind: 'payout_returned', amount: '5.00', currency: 'USD' }, ['approve']],
  ['transaction:1', { kind: 'payout_returned', amount: '5', currency: 'XYZ' }, ['decline']],
  ['transaction:1', { amount: '', currency: 'XXQ' }, ['decline']],
  ['debt:1', {}, ['decline', 'retry']],
  ['negative:1', {}, ['decline', 'approve']],
  ['settlement:1', {}, ['explain']],
  ['operation:s-mt5-7', {}, ['retry']],
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
