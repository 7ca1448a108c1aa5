import { expect, test } from 'vitest';
import { cleanHtml, plainWords } from './clean.ts';

test('nothing in a message runs or reaches out', () => {
  const hostile = [
    `<script>alert(1)</script><p onclick="x()" style="color:red">Hello</p>`,
    `<img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe><form action="/x"><input name=a></form>`,
    `<a href="javascript:alert(1)">one</a><a href="//evil.example">two</a><svg onload=alert(1)><style>p{}</style>`,
  ].join('');
  const clean = cleanHtml(hostile);
  expect(clean).not.toMatch(/script|onclick|onerror|onload|style|img|iframe|form|input|svg|evil/i);
  expect(clean).toContain('<p>Hello</p>');
});

test('links open in a new tab that learns nothing of ours', () => {
  expect(cleanHtml('<a href="https://example.com/x">read</a>')).toBe(
    '<a href="https://example.com/x" target="_blank" rel="noopener noreferrer">read</a>',
  );
});

test('the words of a message are found without its tags', () => {
  expect(plainWords('<p>Your <b>Deposit</b></p><p>AT&amp;T &lt;now&gt;</p>')).toBe('your deposit at&t <now>');
});
