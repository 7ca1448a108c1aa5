import { expect, test } from 'vitest';
import { measure, measureDesk, type Manifest } from '../bin/build/budget.ts';

const manifest: Manifest = {
  'entrance.html': { file: 'entrance.js', css: ['entrance.css'], imports: ['_react.js'] },
  'index.html': { file: 'portal.js', imports: ['_react.js'], dynamicImports: ['../areas/dashboard/screens/Home.tsx'] },
  '_react.js': { file: 'react.js', assets: ['latin.woff2', 'greek.woff2'] },
  '../ui/theme/inter.woff2': { file: 'latin.woff2' },
  '../../node_modules/inter/greek.woff2': { file: 'greek.woff2' },
  '../areas/dashboard/screens/Home.tsx': { file: 'home.js', imports: ['_react.js', '_table.js'] },
  '../areas/accounts/screens/Details.tsx': { file: 'details.js', imports: ['_table.js'], dynamicImports: ['_chart.js'] },
  '_table.js': { file: 'table.js' },
  '_chart.js': { file: 'chart.js' },
  '_words-en-Cd3.js': { file: 'words-en.js', name: 'words-en' },
  '_words-ar-Ab1.js': { file: 'words-ar.js', name: 'words-ar' },
  '../../locales/ar/accounts.po': { file: 'words.ar.accounts.js' },
};
const kilobytes: Readonly<Record<string, number>> = {
  'entrance.js': 10,
  'entrance.css': 4,
  'react.js': 60,
  'latin.woff2': 8,
  'greek.woff2': 9,
  'portal.js': 80,
  'home.js': 20,
  'table.js': 3,
  'details.js': 70,
  'chart.js': 50,
  'words-en.js': 1,
  'words-ar.js': 2,
  'words.ar.accounts.js': 31,
};
const sizeOf = (file: string): number => (kilobytes[file] ?? 0) * 1024;
const found = (name: string) => measure(manifest, sizeOf).find((one) => one.name === name);

test('the sign-in page counts its scripts, its styles, the font of every page and the heaviest language once', () => {
  expect(found('sign-in')?.bytes).toBe((10 + 4 + 60 + 8 + 2) * 1024);
});

test('the way to the dashboard counts what both documents share once', () => {
  expect(found('sign-in to dashboard')?.bytes).toBe((10 + 4 + 60 + 8 + 2 + 80 + 20 + 3) * 1024);
});

test('a further screen counts what it adds, without what it loads later', () => {
  expect(found('screen accounts/Details')?.bytes).toBe((70 + 3 + 31) * 1024);
});

test('the terminal counts its scripts and those of the chart that it loads later, without the frame and without styles', () => {
  const terminal: Manifest = {
    ...manifest,
    '../areas/trading/screens/Terminal.tsx': {
      file: 'details.js',
      css: ['entrance.css'],
      imports: ['_table.js', '_react.js'],
      dynamicImports: ['../ui/components/CandleCanvas.tsx'],
    },
    '../ui/components/CandleCanvas.tsx': { file: 'chart.js', imports: ['_react.js'] },
  };
  const measured = measure(terminal, sizeOf).find(({ name }) => name.startsWith('scripts of the terminal'));
  expect(measured).toMatchObject({ bytes: (70 + 3 + 50) * 1024, limit: 120 * 1024 });
  const { '../ui/components/CandleCanvas.tsx': _chart, ...without } = terminal;
  expect(() => measure(without, sizeOf)).toThrow('no chart');
});

test('a screen or a catalog over its limit is seen', () => {
  const over = measure(manifest, sizeOf).filter(({ bytes, limit }) => bytes > limit);
  expect(over.map(({ name }) => name)).toEqual(['screen accounts/Details', 'words ar/accounts']);
});

test('the desk’s first page counts all words at once, and a further screen what it adds', () => {
  const desk: Manifest = {
    'index.html': { file: 'portal.js', css: ['entrance.css'], imports: ['_react.js'] },
    '_react.js': { file: 'react.js', assets: ['latin.woff2'] },
    '../ui/theme/inter.woff2': { file: 'latin.woff2' },
    '../areas/audit/desk/Events.tsx': { file: 'chart.js', imports: ['_table.js', '_react.js'] },
    '_table.js': { file: 'table.js' },
    '_words-en-Cd3.js': { file: 'words-en.js', name: 'words-en' },
  };
  const [first, ...screens] = measureDesk(desk, sizeOf);
  expect(first).toEqual({
    name: 'first page of the desk',
    bytes: (80 + 4 + 60 + 8 + 1) * 1024,
    limit: 160 * 1024,
  });
  expect(screens.map(({ name, bytes }) => [name, bytes / 1024])).toEqual([['desk audit/Events', 53]]);
});
