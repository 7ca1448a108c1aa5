import { describe, expect, test } from 'vitest';
import { defaultBrand } from '../../law/brand.ts';
import { homeProfileOf } from '../../law/regions/index.ts';
import { noticeTypes } from '../../server/noticeTypes.ts';
import { loadServerWords } from '../../server/serve/words.ts';
import { findPin } from '../../sandbox/mailbox/outbox.ts';
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

const longest = { amount: '99999999.99', currency: 'USD' };
const bound = {
  payout_pin: { amount: longest, to: 'W'.repeat(30), others: 12 },
  gold_delivery_pin: { weight: '99999.9', cost: longest, to: `${'W'.repeat(30)}, ZA` },
} as const;

describe.each(['en', 'ar', 'zh'] as const)('the PIN of money that leaves, in %s', (language) => {
  test.each(Object.entries(bound))('says by %s what it is good for, in two text messages at most', (type, said) => {
    const values = { pin: '0042', minutes: 10, ...said };
    const asked = { ...message, type: type as keyof typeof bound, values, language };
    const [text, letter] = [writeText(asked, voice(language), 'sms'), writeLetter(asked, voice(language)).text];
    for (const told of [text, letter]) for (const part of ['0042', said.to, 'USD']) expect(told).toContain(part);
    expect([findPin(text), findPin(letter)]).toEqual(['0042', '0042']);
    // Of letters outside of the alphabet of telephones two messages hold so many.
    expect(text.length).toBeLessThanOrEqual(134);
  });

  test('says of places beside the first how many they are, and of none nothing', () => {
    const said = (others: number) => {
      const values = { pin: '0042', minutes: 10, ...bound.payout_pin, others };
      return writeText({ ...message, type: 'payout_pin', values, language }, voice(language), 'sms');
    };
    expect([said(0).includes('3'), said(3).includes('3')]).toEqual([false, true]);
  });
});

test('a call says the digits of a PIN one by one', () => {
  expect(writeText(message, voice('en'), 'voice')).toContain('0 0 4 2');
  expect(writeText(message, voice('zh'), 'sms')).toBe('Atrium 验证码：0042，10 分钟内有效。请勿告诉他人。');
});
