import { expect, test } from 'vitest';
import { differencesOf, isScreened, isSuspicious, papersOf, reasonsOf } from './rules.ts';

test.each([
  [['UNSATISFACTORY_PHOTOS', 'LOW_QUALITY'], ['unreadable']],
  [
    ['EXPIRATION_DATE', 'BACK_SIDE_MISSING'],
    ['expired', 'cropped'],
  ],
  [['SOMETHING_NEW'], ['not_accepted']],
  [['FORGERY'], ['suspicion']],
  [[], ['not_accepted']],
])('the labels %j are told as %j', (labels, reasons) => {
  expect(reasonsOf(labels)).toEqual(reasons);
});

test('what is suspicious and what lists of sanctions say is known apart', () => {
  expect([isSuspicious(['SANCTIONS']), isSuspicious(['LOW_QUALITY']), isSuspicious([])]).toEqual([true, false, false]);
  expect([isScreened(['PEP']), isScreened(['FORGERY'])]).toEqual([true, false]);
});

test.each([
  [['WRONG_ADDRESS'], false, ['residence']],
  [['WRONG_ADDRESS', 'LOW_QUALITY'], false, ['identity', 'residence']],
  [['LOW_QUALITY'], false, ['identity']],
  [[], false, ['identity']],
  [['FORGERY'], true, ['identity', 'residence']],
])('a rejection by %j is about those papers', (labels, isFinal, papers) => {
  expect(papersOf(labels, isFinal)).toEqual(papers);
});

test.each([
  ['Farah Aziz', 'AZIZ FARAH', []],
  ['José Ángel Núñez', 'JOSE ANGEL NUNEZ', []],
  ['Anne-Marie O’Neil', 'ANNE MARIE ONEIL', []],
  ['John Smith', 'JOHN PETER SMITH', []],
  ['John Smith', 'JOHN SMYTH', ['name']],
  ['John Smith', 'JOHN', ['name']],
  ['Li Li', 'LI WEI', ['name']],
  ['陈 伟', '陈 伟', []],
  ['陈 伟', '', ['name']],
  ['John Smith', null, []],
])('%s as typed and %s as read differ by %j', (typed, read, differs) => {
  expect(differencesOf({ name: typed, birthDate: null }, { name: read, birthDate: '1990-01-01' })).toEqual(differs);
});

test('another birthday differs', () => {
  const person = (birthDate: string) => ({ name: 'A B', birthDate });
  expect(differencesOf(person('1990-01-02'), person('1990-02-01'))).toEqual(['birth_date']);
  expect(differencesOf(person('1990-01-02'), person('1990-01-02'))).toEqual([]);
});
