import { describe, expect, test } from 'vitest';
import { compileCatalog, readCatalog } from '../bin/build/catalog.ts';
import { checkWords, idsMentioned, idsSaid } from '../bin/build/wordsCheck.ts';

const nothing = { ids: new Set<string>(), prefixes: [] };
const faultsOf = (english: object, arabic: object, said: readonly string[] = []) =>
  checkWords({
    needed: new Map(said.map((id) => [id, ['a.tsx']])),
    mentioned: nothing,
    english: new Map(Object.entries(english)),
    complete: new Map([['ar', new Map(Object.entries(arabic))]]),
  }).faults;

describe('the check of words', () => {
  test('is content when everything said is there in every complete language', () => {
    expect(faultsOf({ 'a.b': 'Hello {name}' }, { 'a.b': 'مرحبا {name}' }, ['a.b'])).toEqual([]);
  });

  test('finds a sentence that English lacks, and who says it', () => {
    expect(faultsOf({}, {}, ['a.b'])).toEqual(['en lacks a.b, which a.tsx says']);
  });

  test('finds what a complete language lacks, what it has alone, and a place that it misspells', () => {
    expect(faultsOf({ 'a.b': 'x', 'a.c': '{name}' }, { 'a.c': '{nmae}', 'a.d': 'y' })).toEqual([
      'ar lacks a.b',
      'ar has a.d, which English has not',
      'ar says {nmae} in a.c, which English has not',
    ]);
  });

  test('reports what nobody says, but not what is put together', () => {
    const english = new Map([
      ['a.b', 'x'],
      ['stage.done', 'x'],
    ]);
    const report = checkWords({
      needed: new Map(),
      mentioned: { ids: new Set(), prefixes: ['stage.'] },
      english,
      complete: new Map(),
    });
    expect(report.unused).toEqual(['a.b']);
  });
});

test('ids are read from the sources where they are said', () => {
  const source =
    "t('a.b', { x: 'no.id' }); t(isBusy ? 'a.c' : 'a.d'); say('mail.x'); page({ title: 'page.x', path: 'not.me' }); t(`stage.${code}`)";
  expect(idsSaid(source)).toEqual(['a.b', 'a.c', 'a.d', 'mail.x', 'page.x']);
  expect(idsMentioned(source).prefixes).toEqual(['stage.']);
});

test('catalogs are compiled for the browser without what the server alone says', () => {
  const catalog = readCatalog(
    'msgid "ui.a"\nmsgstr "{count, plural, one {# day} other {# days}}"\n\nmsgid "error.x"\nmsgstr "No"\n\nmsgid "ui.b"\nmsgstr ""\n',
  );
  expect(compileCatalog(catalog)).toEqual({
    'ui.a': [['count', 'plural', { offset: undefined, one: ['#', ' day'], other: ['#', ' days'] }]],
  });
});
