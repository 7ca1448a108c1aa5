import { expect, test } from 'vitest';
import { documentFor, fillDocument, nonceMark, paymentReturnPath } from './document.ts';

const html = `<html lang="en"><head><title>Atrium</title><script nonce="${nonceMark}"></script></head></html>`;
const facts = {
  isPage: true,
  nonce: 'n0nce',
  language: 'ar',
  tag: 'ar',
  direction: 'rtl' as const,
  languages: ['en', 'ar'],
  brand: { key: 'atrium', name: 'A "B" <C>', accent: '#1f4fd8', support: 'support@atrium.test' },
};

test('a document is told its language, its direction, its nonce and its brand', () => {
  const filled = fillDocument(html, facts);
  expect(filled).toContain('<html lang="ar" dir="rtl" data-language="ar" data-languages="en ar">');
  expect(filled).toContain('<script nonce="n0nce">');
  expect(filled).toContain('<style nonce="n0nce">:root{--brand:#1f4fd8}</style>');
  expect(filled).toContain('<title>A &quot;B&quot; &lt;C&gt;</title>');
  expect(filled).not.toContain(nonceMark);
});

test('an accent that is no colour is refused, for it would be written into a style', () => {
  expect(() => fillDocument(html, { ...facts, brand: { ...facts.brand, accent: 'red}body{' } })).toThrow('accent');
});

test('sign-in, error pages and the way back from a payment get the lean document, and so does whoever is not signed in', () => {
  expect(documentFor('/en/login/retry', true)).toBe('entrance.html');
  expect(documentFor('/en/error/404', true)).toBe('entrance.html');
  expect(documentFor(`/en/${paymentReturnPath}`, true)).toBe('entrance.html');
  expect(documentFor('/en/nowhere', false)).toBe('entrance.html');
  expect(documentFor('/en', true)).toBe('index.html');
  expect(documentFor('/en/accounts', true)).toBe('index.html');
});
