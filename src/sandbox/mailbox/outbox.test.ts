import { expect, test } from 'vitest';
import { findPin } from './outbox.ts';

test.each([
  { text: 'Your code is 482913.', pin: '482913' },
  { text: '4829 is your code', pin: '4829' },
  { text: 'Code: 4 8 2 9 1 3', pin: '482913' },
  { text: 'رمزك هو ٤٨٢٩١٣', pin: '482913' },
  { text: '您的验证码是482913，十分钟内有效', pin: '482913' },
  { text: 'You deposited USD 1250.00 on 2026-03-02 at 12:30', pin: null },
  { text: 'Account 1234567890 was opened', pin: null },
])('in "$text" the code is $pin', ({ text, pin }) => {
  expect(findPin(text)).toBe(pin);
});
