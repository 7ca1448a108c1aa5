import { expect, test } from 'vitest';
import { outlineFirst } from '../bin/build/firstPaint.ts';

const built = `<!doctype html>
<html lang="en">
  <head>
    <title>Atrium</title>
    <script type="module" crossorigin src="/assets/portal.js" nonce="n"></script>
    <link rel="modulepreload" crossorigin href="/assets/kit.js" nonce="n">
    <link rel="stylesheet" crossorigin href="/assets/kit.css" nonce="n">
    <link rel="stylesheet" crossorigin href="/assets/frame.css" nonce="n">
  </head>
  <body>
    <div id="portal"><div class="arriving"></div></div>
  </body>
</html>
`;
const document = outlineFirst(built, '.arriving{display:grid}');
const [head = '', body = ''] = document.split('</head>');

test('nothing that has to be fetched stands between a browser and the outline', () => {
  expect(head).toContain('<style nonce="__ATRIUM_NONCE__">.arriving{display:grid}</style>');
  expect(head).not.toMatch(/<script|rel="stylesheet"/);
  const outline = body.indexOf('class="arriving"');
  expect(outline).toBeGreaterThan(0);
  expect(body.indexOf('rel="stylesheet"')).toBeGreaterThan(outline);
  expect(body.match(/rel="stylesheet"/g)).toHaveLength(2);
});

test('everything that the page begins with is named before anything else, styles first', () => {
  const named = [...head.matchAll(/<link rel="(?:preload" as="style|modulepreload)" crossorigin href="([^"]+)"/g)];
  expect(named.map(([, address]) => address)).toEqual([
    '/assets/kit.css',
    '/assets/frame.css',
    '/assets/portal.js',
    '/assets/kit.js',
  ]);
});

test('the scripts begin once when the outline has been painted, or after a moment where nobody sees it', () => {
  const [, text = ''] = /<script type="module"[^>]*>([^]*?)<\/script>/.exec(body) ?? [];
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  class Observer {
    constructor(paint: () => void) {
      waiting.push(paint);
    }
    observe(asked: object): void {
      expect(asked).toEqual({ type: 'paint', buffered: true });
    }
  }
  const run = new Function('PerformanceObserver', 'setTimeout', 'load', text.replace('import(', 'load('));
  run(
    Observer,
    (work: () => void) => waiting.push(work),
    (address: string) => begun.push(address),
  );
  expect([begun, waiting.length]).toEqual([[], 2]);
  for (const work of waiting) work();
  expect(begun).toEqual(['/assets/portal.js']);
});

test('a document of the bundler that reloads while one works keeps its script', () => {
  const live = built.replaceAll(' crossorigin', '').replaceAll(/ *<link rel="stylesheet".*\n/g, '');
  expect(outlineFirst(live, '')).toContain('<script type="module" src="/assets/portal.js"');
});
