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

test.each([
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>1</script>">x</a>',
  '<a href="///evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<scr<script>ipt>alert(1)</script>',
  '<textarea><script>alert(1)</script></textarea><template><script>alert(1)</script></template>',
  '<!--><script>alert(1)</script>-->',
  '<p/onclick=alert(1)>x',
  '<td style="background:url(javascript:1)" background="javascript:1">x</td>',
  '<base href="https://evil.example"><meta http-equiv="refresh" content="0">',
])('%s comes out harmless', (hostile) => {
  const tags = cleanHtml(hostile).match(/<[^>]*>/g) ?? [];
  // Only these may be left of it: bare tags, and links that lead nowhere.
  const harmless = /^<\/?(?:p|table|td)>$|^<a target="_blank" rel="noopener noreferrer">$|^<\/a>$/;
  expect(tags.filter((tag) => !harmless.test(tag))).toEqual([]);
});

test('links open in a new tab that learns nothing of ours', () => {
  expect(cleanHtml('<a href="https://example.com/x">read</a>')).toBe(
    '<a href="https://example.com/x" target="_blank" rel="noopener noreferrer">read</a>',
  );
});

test('the words of a message are found without its tags', () => {
  expect(plainWords('<p>Your <b>Deposit</b></p><p>AT&amp;T &lt;now&gt;</p>')).toBe('your deposit at&t <now>');
});
