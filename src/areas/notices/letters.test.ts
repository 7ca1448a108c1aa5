import { expect, test } from 'vitest';
import { defaultBrand } from '../../law/brand.ts';
import { homeProfileOf } from '../../law/regions/index.ts';
import { noticeTypes } from '../../server/noticeTypes.ts';
import { loadServerWords } from '../../server/serve/words.ts';
import { writeLetter, writeText, type Message } from './letters.ts';

const words = loadServerWords();
const message: Message = {
  type: 'pin',
  types: noticeTypes,
  values: { pin: '0042', minutes: 10 },
  language: 'en',
  region: homeProfileOf(3),
  brand: defaultBrand,
  publicUrl: 'https://portal.example',
};
const voice = (language: Message['language']) => words.in(language);

test('a letter says its message, the way to the portal and the foot of the company', () => {
  const letter = writeLetter(message, voice('en'));
  expect(letter.subject).toBe('Your code for Atrium');
  expect(letter.text).toContain('Your code is 0042. It is good for 10 minutes');
  expect(letter.text).toContain('https://portal.example/en');
  expect(letter.text).toContain(defaultBrand.companies[3].legalLine.en);
});

test('a page that is called by the brand is led to by its key', () => {
  const letter = writeLetter({ ...message, path: '{brand}-mastercard' }, voice('en'));
  expect(letter.text).toContain(`https://portal.example/en/${defaultBrand.key}-mastercard`);
  expect(letter.html).not.toContain('{brand}');
});

test('the warning with the share of losing accounts stands where the region wants it', () => {
  expect(writeLetter({ ...message, region: homeProfileOf(1) }, voice('en')).text).toContain('74–89% of retail investor accounts');
  expect(writeLetter(message, voice('en')).text).not.toContain('retail investor accounts');
});

test('nothing of a letter’s values is taken for HTML or for a header', () => {
  const hostile = { ...defaultBrand, name: '<b>A</b>\r\nBcc: everybody@example.com' };
  const letter = writeLetter({ ...message, brand: hostile }, voice('en'));
  expect(letter.html).not.toContain('<b>A</b>');
  expect(letter.subject).not.toMatch(/[\r\n]/);
});

test('a letter in Arabic is written from right to left', () => {
  const letter = writeLetter({ ...message, language: 'ar' }, voice('ar'));
  expect(letter.html).toContain('<html lang="ar" dir="rtl">');
});

test('a call says the digits of a PIN one by one', () => {
  expect(writeText(message, voice('en'), 'voice')).toContain('0 0 4 2');
  expect(writeText(message, voice('zh'), 'sms')).toBe('Atrium 验证码：0042，10 分钟内有效。请勿告诉他人。');
});
