import { expect, test } from 'vitest';
import { attempt, type Figure } from './figure.ts';
import { browserFile } from './screens.ts';

const figure: Figure = { what: 'a list', value: '1 ms', target: '≤ 5 ms', isMet: true };

test('a measure that lacks something says what in its line of the table, and the others are measured', async () => {
  const lacking = async () => browserFile({ CHROME_PATH: '/nowhere/chromium' });
  const figures = [
    await attempt('screens', async () => [await lacking()] as never),
    await attempt('lists', async () => [figure]),
  ];
  expect(figures.flat()).toEqual([
    {
      what: 'screens',
      value: 'not measured: there is no Chromium at /nowhere/chromium: install it, or name one in CHROME_PATH',
      target: 'measured',
      isMet: false,
    },
    figure,
  ]);
});
