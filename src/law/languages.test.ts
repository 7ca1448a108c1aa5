import { describe, expect, test } from 'vitest';
import { languageFor, languagesOffered } from './languageChoice.ts';
import { isLanguageKey, languageKeys, languages } from './languages.ts';
import { regions } from './regions/index.ts';

describe('Languages', () => {
  test('the twenty of document 1 are declared, and no other', () => {
    const documents = 'ar zh ru en id th ko vi ms ur pl it cs hi fr fa es zh-tw hk pt-br'.split(' ');
    expect(languageKeys.toSorted()).toEqual(documents.toSorted());
    expect(isLanguageKey('de')).toBe(false);
    expect(isLanguageKey('toString')).toBe(false);
  });

  test('English, Arabic and Simplified Chinese are complete', () => {
    expect(languageKeys.filter((language) => languages[language].complete)).toEqual(['en', 'ar', 'zh']);
  });

  test('Arabic, Urdu and Persian are written from right to left', () => {
    expect(languageKeys.filter((language) => languages[language].direction === 'rtl')).toEqual(['ar', 'ur', 'fa']);
  });

  test.each(languageKeys)('%s shows an amount and a year in digits that support can read out', (language) => {
    const { formats } = languages[language];
    expect(new Intl.NumberFormat(formats).format(7)).toBe('7');
    expect(
      new Intl.DateTimeFormat(formats, { year: 'numeric', timeZone: 'UTC' }).format(new Date('2026-01-01T00:00:00Z')),
    ).toContain('2026');
    expect(Intl.getCanonicalLocales(languages[language].tag)).toEqual([languages[language].tag]);
  });

  test('each company offers its own', () => {
    expect(languagesOffered(1)).toEqual(['en']);
    expect(languagesOffered(4)).toEqual(['en', 'zh']);
    expect(languagesOffered(3)).toEqual(['en', 'zh', 'zh-tw', 'ar', 'ko', 'th', 'vi', 'es', 'pt-br']);
    expect(languagesOffered()).toHaveLength(20);
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
