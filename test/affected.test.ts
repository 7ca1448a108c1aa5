import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { affectedBy, everyJourney, journeysOfArea } from '../bin/affected.ts';

const root = path.dirname(import.meta.dirname);

test('every area has its journeys, every journey but the widest and what it looks by is some area’s, and none is made up', () => {
  const areas = readdirSync(path.join(root, 'src/areas'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(Object.keys(journeysOfArea).toSorted()).toEqual(areas.map(({ name }) => name).toSorted());
  const named = new Set(Object.values(journeysOfArea).flat());
  expect([...named, 'axe', 'barriers'].toSorted()).toEqual(everyJourney());
});

test.each([
  ['src/areas/deposit/rules.ts', ['bank', 'gates', 'methods', 'money', 'moves', 'offline', 'router']],
  ['src/areas/deposit/screens/Deposit.tsx', ['bank', 'barriers', 'gates', 'methods', 'money', 'moves', 'offline', 'router']],
  ['src/areas/deposit/rules.test.ts', []],
  ['locales/ar/trading.po', ['barriers', 'day', 'orders', 'terminal', 'trading']],
  ['locales/en/audit.desk.po', ['barriers', 'desk']],
  ['src/ledger/book.sql', ['money', 'trading', 'transfers']],
  ['test/journeys/router.spec.ts', ['router']],
  ['test/screens/deposit.ts', ['barriers']],
  ['docs/map.md', []],
])('a change of %s asks for the journeys %j', (file, journeys) => {
  expect(affectedBy([file]).journeys).toEqual(journeys);
});

test.each([
  'src/ui/form/useForm.ts',
  'src/law/gates.ts',
  'test/journeys/portal.ts',
  'src/areas/unheard/rules.ts',
  'package-lock.json',
])('a change of %s, which everything stands on or no line knows, asks for all of them', (file) => {
  expect(affectedBy([file]).journeys).toEqual(everyJourney());
});

test('tests that read or start what they look at are asked for by name, and are there', () => {
  const { tests } = affectedBy(['locales/en/money.po', 'src/server/main.ts', 'bin/start.mjs', 'vite.config.ts']);
  expect(tests).toContain('test/start.test.ts');
  expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
