import { describe, expect, test } from 'vitest';
import { languageFor, languagesOffered } from './languageChoice.ts';
import { isLanguageKey, languageKeys, languages } from './languages.ts';
import { regions } from './regions/index.ts';

describe('Languages', () => {
  test('the twenty of document 1 are declared', () => {
    const documents = 'ar zh ru en id th ko vi ms ur pl it cs hi fr fa es zh-tw hk pt-br'.split(' ');
    expect(documents.filter((code) => !isLanguageKey(code))).toEqual([]);
    expect(isLanguageKey('xx')).toBe(false);
    expect(isLanguageKey('toString')).toBe(false);
  });

  test('English, Arabic and Simplified Chinese are complete', () => {
    expect((['en', 'ar', 'zh'] as const).filter((language) => !languages[language].complete)).toEqual([]);
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
  ] as const)('company %i offers those that document 2 §6 names for it', (company, documents) => {
    expect(languagesOffered(company)).toEqual(expect.arrayContaining([...documents]));
  });

  test('a visitor may read in any of them, a client in those of the company, each named once', () => {
    expect(languagesOffered()).toEqual(languageKeys);
    for (const sheet of Object.values(regions)) expect(new Set(sheet.languages).size).toBe(sheet.languages.length);
  });

  test.each([
    { visitor: {}, language: 'en' },
    { visitor: { acceptLanguage: 'ar-EG,ar;q=0.9,en;q=0.8' }, language: 'ar' },
    { visitor: { acceptLanguage: 'de-DE,de;q=0.9' }, language: 'en' },
    { visitor: { acceptLanguage: 'en;q=0.5,zh-CN;q=0.9' }, language: 'zh' },
    { visitor: { acceptLanguage: 'en;q=0.5,ar;q=0' }, language: 'en' },
    // Nobody is led to a half translated language by the browser's wish alone …
    { visitor: { acceptLanguage: 'fr-FR,ar;q=0.3' }, language: 'ar' },
    { visitor: { acceptLanguage: 'zh-TW' }, language: 'zh' },
    // … but whoever chose it keeps it, where it is offered.
    { visitor: { cookie: 'fr', acceptLanguage: 'ar' }, language: 'fr' },
    { visitor: { cookie: 'fr', acceptLanguage: 'ar', company: 3 as const }, language: 'ar' },
    { visitor: { cookie: 'ar', company: 1 as const }, language: 'en' },
    { visitor: { cookie: 'zh', company: 4 as const }, language: 'zh' },
    { visitor: { cookie: '../../etc', acceptLanguage: ';;;q=9,,' }, language: 'en' },
  ])('the visitor $visitor is spoken to in $language', ({ visitor, language }) => {
    expect(languageFor(visitor)).toBe(language);
  });
});
