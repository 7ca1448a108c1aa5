import { describe, expect, test } from 'vitest';
import { languageFor, languagesOffered } from './languageChoice.ts';
import { isLanguageKey, languageKeys, languages } from './languages.ts';
import { homeProfileOf, regionProfileOf } from './regions/index.ts';

describe('Languages', () => {
  test('the twenty of document 1 are declared', () => {
    const documents = 'ar zh ru en id th ko vi ms ur pl it cs hi fr fa es zh-tw hk pt-br'.split(' ');
    expect(documents.filter((code) => !isLanguageKey(code))).toEqual([]);
    expect(isLanguageKey('xx')).toBe(false);
    expect(isLanguageKey('toString')).toBe(false);
  });

  test('English, Arabic and Simplified Chinese are complete', () => {
    expect((['en', 'ar', 'zh'] as const).filter((language) => languages[language].catalog !== 'whole')).toEqual([]);
  });

  test.each(languageKeys)('%s is written in the direction of its script', (language) => {
    const script = new Intl.Locale(languages[language].tag).maximize().script ?? '';
    expect(languages[language].direction).toBe(['Arab', 'Hebr', 'Thaa', 'Syrc'].includes(script) ? 'rtl' : 'ltr');
  });

  test.each(languageKeys)('%s shows an amount and a year in digits that support can read out', (language) => {
    const { formats } = languages[language];
    expect(new Intl.NumberFormat(formats).format(7)).toBe('7');
    expect(
      new Intl.DateTimeFormat(formats, { year: 'numeric', timeZone: 'UTC' }).format(new Date('2026-01-01T00:00:00Z')),
    ).toContain('2026');
    expect(Intl.getCanonicalLocales(languages[language].tag)).toEqual([languages[language].tag]);
  });

  test.each([
    [1, ['en']],
    [4, ['en', 'zh']],
    [3, ['en', 'zh', 'zh-tw', 'ar', 'ko', 'th', 'vi', 'es', 'pt-br']],
  ] as const)('company %i lists those that document 2 §6 names for it first, in their order', (company, documents) => {
    expect(homeProfileOf(company).languages.slice(0, documents.length)).toEqual(documents);
  });

  test('a client is offered those of the own region of which a catalog ships, a visitor any of which one does', () => {
    const shipped = languageKeys.filter((key) => languages[key].catalog !== 'none');
    expect(languagesOffered()).toEqual(shipped);
    expect(languagesOffered(homeProfileOf(3)).toSorted()).toEqual(shipped.toSorted());
    expect(languagesOffered(homeProfileOf(3))).not.toContain('ko');
    expect(languagesOffered(regionProfileOf({ company: 3, country: 'CN' }))).toEqual(['zh', 'en']);
    expect(languagesOffered(homeProfileOf(1))).toEqual(['en']);
  });

  test.each([
    { visitor: {}, language: 'en' },
    { visitor: { accepted: ['ar-EG', 'ar', 'en'] }, language: 'ar' },
    { visitor: { accepted: ['de-DE', 'de'] }, language: 'en' },
    { visitor: { accepted: ['zh-CN', 'en'] }, language: 'zh' },
    // Nobody is led to a half translated language by the browser's wish alone …
    { visitor: { accepted: ['fr-FR', 'ar'] }, language: 'ar' },
    { visitor: { accepted: ['zh-TW'] }, language: 'zh' },
    // … nor, by a wish of his own, to one that has no words.
    { visitor: { cookie: 'fr', accepted: ['ar'] }, language: 'ar' },
    { visitor: { cookie: 'zh', accepted: ['ar'] }, language: 'zh' },
    { visitor: { cookie: 'ar', reading: homeProfileOf(3) }, language: 'ar' },
    { visitor: { cookie: 'ar', reading: homeProfileOf(1) }, language: 'en' },
    { visitor: { cookie: 'zh', reading: homeProfileOf(4) }, language: 'zh' },
    { visitor: { cookie: 'ar', reading: regionProfileOf({ company: 3, country: 'CN' }) }, language: 'en' },
    { visitor: { cookie: '../../etc', accepted: ['*', ''] }, language: 'en' },
  ])('the visitor $visitor is spoken to in $language', ({ visitor, language }) => {
    expect(languageFor(visitor)).toBe(language);
  });
});
