import { describe, expect, test } from 'vitest';
import { languages } from '../../law/languages.ts';
import { makeFormat } from './format.ts';

const english = makeFormat('en-GB');

describe('amounts', () => {
  test('carry the decimals of their currency', () => {
    expect(english.amount('1250', 'USD')).toBe('1,250.00');
    expect(english.amount('1250', 'JPY')).toBe('1,250');
    expect(english.money('250.00', 'USD')).toBe('USD\u00a0250.00');
  });

  test('are exact beyond what a float can hold', () => {
    expect(english.amount('9007199254740993.01', 'USD')).toBe('9,007,199,254,740,993.01');
  });

  test('of coins keep what matters and no trailing noise', () => {
    expect(english.amount('0.12345678', 'BTC')).toBe('0.12345678');
    expect(english.amount('2.00000000', 'BTC')).toBe('2.00');
  });

  test('carry a plus where asked, and nothing has no sign', () => {
    expect(english.amount('12.5', 'USD', 'always')).toBe('+12.50');
    expect(english.amount('0', 'USD', 'always')).toBe('0.00');
    expect(english.amount('-12.5', 'USD')).toBe('-12.50');
  });

  test('are written in the figures 0–9 in every language, with its own separators', () => {
    expect(makeFormat('de').amount('1250.5', 'EUR')).toBe('1.250,50');
    for (const { formats } of Object.values(languages))
      expect(makeFormat(formats).amount('12345.5', 'USD')).toMatch(/^12\D?345\D50$/);
  });
});

test('the age of a fact is told in words', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(english.relative('2026-03-01T11:57:00Z', now)).toBe('3 minutes ago');
  expect(english.relative('2026-03-03T12:00:00Z', now)).toBe('in 2 days');
  expect(english.relative('2026-03-01T12:00:00Z', now)).toBe('now');
});
