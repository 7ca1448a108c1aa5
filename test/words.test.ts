import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { compileCatalog, readCatalog } from '../bin/build/catalog.ts';
import { words } from '../bin/build/words.ts';
import { checkWords } from '../bin/build/wordsCheck.ts';
import { checkLoaded, entriesOf } from '../bin/build/wordsLoaded.ts';
import { scanWords } from '../bin/build/wordsScan.ts';

describe('the check of words', () => {
  const faultsOf = (english: object, arabic: object, { isComplete = true, said = Object.keys(english), desk = {} } = {}) =>
    checkWords({
      needed: new Map([...said, ...Object.keys(desk)].map((id) => [id, ['a.tsx']])),
      english: new Map(Object.entries({ ...english, ...desk })),
      translated: new Map(Object.entries(english)),
      translations: [{ language: 'ar', isComplete, sentences: new Map(Object.entries(arabic)) }],
    });

  test('is content when everything said is there in every complete language', () => {
    expect(faultsOf({ 'a.b': 'Hello {name}' }, { 'a.b': 'مرحبا {name}' })).toEqual([]);
  });

  test('finds a sentence that English lacks, and who says it', () => {
    expect(faultsOf({}, {}, { said: ['a.b'] })).toEqual(['en lacks a.b, which a.tsx says']);
  });

  test('finds a sentence that nobody says', () => {
    expect(faultsOf({ 'a.b': 'x' }, { 'a.b': 'x' }, { said: [] })).toEqual(['en has a.b, which nobody says']);
  });

  test('finds what a complete language lacks, what it has alone, and a place that it misspells', () => {
    expect(faultsOf({ 'a.b': 'x', 'a.c': '{name}' }, { 'a.c': '{nmae}', 'a.d': 'y' })).toEqual([
      'ar lacks a.b',
      'ar has a.d, which English has not',
      'ar says {nmae} in a.c, which English has not',
    ]);
  });

  test('asks for no translation of what the desk says, and takes none', () => {
    expect(faultsOf({ 'a.b': 'x' }, { 'a.b': 'x' }, { desk: { 'desk.b': 'y' } })).toEqual([]);
    expect(faultsOf({}, { 'desk.b': 'y' }, { desk: { 'desk.b': 'y' } })).toEqual(['ar has desk.b, which English has not']);
  });

  test('lets a language that is not complete lack sentences, and nothing else', () => {
    expect(faultsOf({ 'a.b': 'x', 'a.c': '{name}' }, { 'a.c': '{nmae}', 'a.d': 'y' }, { isComplete: false })).toEqual([
      'ar has a.d, which English has not',
      'ar says {nmae} in a.c, which English has not',
    ]);
  });
});

describe('what the sources say', () => {
  test('is every id that a sentence is asked for by, and every member of those that are put together', () => {
    const said = scan(`
      t('a.b', { x: 'no.id' });
      words.t(isBusy ? 'a.c' : 'a.d');
      say(\`stage.\${stage}.\${side}\`);
      page({ title: 'page.x', path: 'not.me', label: known });
      const id = \`late.\${side}\`;
      audit({ action: \`act.\${side}\` });
    `);
    const alone = ['a.b', 'a.c', 'a.d', 'late.buy', 'late.sell', 'page.known', 'page.x'];
    const composed = ['stage.held.buy', 'stage.held.sell', 'stage.sent.buy', 'stage.sent.sell'];
    expect(said.ids).toEqual([...alone, ...composed]);
    expect(said.faults).toEqual([]);
  });

  test('must not be put together of any text, but for a family whose members are given', () => {
    const source = 't(`error.${anyText}`); t(`reason.${anyText}.title`);';
    const said = scan(source, new Map([['error.*', ['too_late', 'too_many']]]));
    expect(said.ids).toEqual(['error.too_late', 'error.too_many']);
    expect(said.faults).toEqual(['src/source.ts says reason.*.title of any text: give the part a type that lists its members']);
  });

  const names = `
    declare const t: (id: string, values?: object) => string;
    declare const say: typeof t;
    declare const words: { readonly t: typeof t };
    declare const page: (page: object) => void;
    declare const audit: typeof page;
    declare const isBusy: boolean;
    declare const stage: 'held' | 'sent';
    declare const side: 'buy' | 'sell';
    declare const known: 'page.known';
    declare const anyText: string;
  `;

  function scan(source: string, families: ReadonlyMap<string, readonly string[]> = new Map()) {
    const root = mkdtempSync(path.join(tmpdir(), 'atrium-words-'));
    try {
      mkdirSync(path.join(root, 'src'));
      writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true }, include: ['src'] }));
      writeFileSync(path.join(root, 'src/source.ts'), names + source);
      const { needed, faults } = scanWords({ root, projects: ['tsconfig.json'], families });
      return { ids: [...needed.keys()].toSorted(), faults };
    } finally {
      rmSync(root, { recursive: true });
    }
  }
});

describe('what a screen is made of', () => {
  const screen = 'src/areas/gold/screens/Gold.tsx';
  const switched = 'src/ui/Switch.tsx';
  const sources = {
    'src/areas/gold/routes.ts': `words: ['gold'], screens: [screen(pages.gold, () => import('./screens/Gold.tsx'))]`,
    [screen]: `import { Switch } from '../../../ui/Switch.tsx';\nimport type { Told } from '../../bonus/screens/Told.tsx';`,
    [switched]: `const Late = lazy(() => import('./Late.tsx'));\nimport { rule } from '../rule.ts';`,
    'src/ui/Late.tsx': '',
    'src/rule.ts': '',
    'src/areas/bonus/screens/Told.tsx': '',
  };
  const catalogs = new Map([
    ['gold.buy', 'gold'],
    ['ui.close', 'ui'],
    ['notices.off', 'notices'],
    ['page.bonus', 'bonus'],
  ]);

  test.each([
    {
      says: 'words of its own area, of the door, and the name of any page',
      by: screen,
      ids: ['gold.buy', 'ui.close', 'page.bonus'],
    },
    { says: 'in a component that all have what another area says', by: switched, ids: ['notices.off'], lacks: 'notices' },
    { says: 'the same in one that comes later', by: 'src/ui/Late.tsx', ids: ['notices.off'], lacks: 'notices' },
    { says: 'nothing of what it only knows the type of', by: 'src/areas/bonus/screens/Told.tsx', ids: ['notices.off'] },
    { says: 'nothing by a rule that names sentences for others', by: 'src/rule.ts', ids: ['notices.off'] },
  ])('says $says', ({ by, ids, lacks }) => {
    const root = mkdtempSync(path.join(tmpdir(), 'atrium-words-'));
    try {
      for (const [file, text] of Object.entries(sources)) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), text);
      }
      const needed = new Map(ids.map((id) => [id, [by]]));
      expect(checkLoaded({ root, entries: entriesOf(root), needed, catalogs })).toEqual(
        lacks === undefined ? [] : [`${screen} is drawn without the words of ${lacks}, which ${by} says`],
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('a build', () => {
  const whole = { en: ['a.b', 'a.c'], ar: ['a.b', 'a.c'], zh: ['a.b', 'a.c'] };

  test('goes through when every complete language has every sentence that a screen says', async () => {
    await expect(bundle(whole, `t('a.b')`)).resolves.toBeUndefined();
  });

  test.each([
    { what: 'a complete language lacks a sentence', catalogs: { ...whole, ar: ['a.b'] }, says: 'ar lacks a.c' },
    {
      what: 'English lacks one that is translated',
      catalogs: { ...whole, en: ['a.b'] },
      says: 'ar has a.c, which English has not',
    },
  ])('fails when $what', async ({ catalogs, says }) => {
    await expect(bundle(catalogs, `t('a.b')`)).rejects.toThrow(says);
  });

  test('fails when a screen says a sentence that English lacks', async () => {
    await expect(bundle(whole, `t('a.d')`)).rejects.toThrow('en lacks a.d, which src/web/main.ts says');
  });

  test('gives the frame what every area calls its pages, in the words of the language or else of English', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'atrium-words-'));
    const catalog = (language: string, area: string, ids: object) => {
      mkdirSync(path.join(root, 'locales', language), { recursive: true });
      const text = Object.entries(ids).map(([id, sentence]) => `msgid "${id}"\nmsgstr "${sentence}"\n`);
      writeFileSync(path.join(root, 'locales', language, `${area}.po`), text.join('\n'));
    };
    try {
      catalog('en', 'shell', { 'shell.more': 'More' });
      catalog('en', 'gold', { 'nav.gold': 'Gold', 'gold.buy': 'Buy' });
      catalog('en', 'bonus', { 'page.bonus': 'Bonus' });
      catalog('ar', 'shell', { 'shell.more': 'المزيد' });
      catalog('ar', 'gold', { 'nav.gold': 'ذهب', 'gold.buy': 'شراء' });
      const loaded = (file: string): unknown => {
        const { load } = words(root) as unknown as { load: (this: object, id: string) => { code: string } };
        const { code } = load.call({ addWatchFile: () => undefined }, path.join(root, 'locales', file));
        return JSON.parse(code.replace('export default ', ''));
      };
      expect(loaded('ar/shell.po')).toEqual({ 'shell.more': ['المزيد'], 'nav.gold': ['ذهب'], 'page.bonus': ['Bonus'] });
      expect(loaded('ar/gold.po')).toEqual({ 'gold.buy': ['شراء'] });
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  async function bundle(catalogs: Readonly<Record<string, readonly string[]>>, saying: string): Promise<void> {
    const root = mkdtempSync(path.join(tmpdir(), 'atrium-build-'));
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    };
    try {
      write('src/web/main.ts', `import a from '../../locales/en/a.po'; const t = (id: string) => console.log(a, id); ${saying};`);
      for (const [language, ids] of Object.entries(catalogs))
        write(`locales/${language}/a.po`, ids.map((id) => `msgid "${id}"\nmsgstr "x"\n`).join('\n'));
      await build({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [words(root)],
        build: { write: false, rolldownOptions: { input: path.join(root, 'src/web/main.ts') } },
      });
    } finally {
      rmSync(root, { recursive: true });
    }
  }
});

test('catalogs are compiled for the browser without what the server alone says', () => {
  const catalog = readCatalog(
    'msgid "ui.a"\nmsgstr "{count, plural, one {# day} other {# days}}"\n\nmsgid "error.x"\nmsgstr "No"\n\nmsgid "ui.b"\nmsgstr ""\n',
  );
  expect(compileCatalog(catalog)).toEqual({
    'ui.a': [['count', 'plural', { offset: undefined, one: ['#', ' day'], other: ['#', ' days'] }]],
  });
});
