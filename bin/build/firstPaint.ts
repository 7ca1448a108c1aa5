import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { nonceMark } from '../../src/protocol/document.ts';

/** What the portal's document shows before anything else has come: its colours, and the outline of the frame. */
const sheets = ['src/ui/theme/tokens.css', 'src/web/arriving.css'];

/**
 * Lets the portal's document be painted as soon as it is there. The styles of the outline stand in it. The style sheets of
 * everything else, which a browser would wait for with a white page, come behind the outline, and the scripts, which keep
 * a slow phone busy for a second, begin when it has been painted. Both are named at the top all the same, so that they
 * are fetched at once.
 */
export function firstPaint(root: string): Plugin {
  return {
    name: 'atrium-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path: document }) {
        if (!document.endsWith('/index.html')) return html;
        return outlineFirst(html, sheets.map((file) => squeezed(readFileSync(path.join(root, file), 'utf8'))).join(''));
      },
    },
  };
}

const styleLink = /^[ \t]*<link rel="stylesheet"[^<>\n]*>\n/gm;
/** As the build writes it; the bundler of `npm run dev` leaves out `crossorigin`, and there nothing is moved. */
const entryBegins = '<script type="module" crossorigin src="';

/** The line of the document that begins with the entry, and the entry's address. */
function entryIn(html: string): readonly [line: string, entry: string | undefined] {
  const line = html.split('\n').find((each) => each.trimStart().startsWith(entryBegins));
  return line === undefined ? ['', undefined] : [`${line}\n`, line.trimStart().slice(entryBegins.length).split('"')[0]];
}

/** Exported for its test. `styles` are those of the outline. */
export function outlineFirst(html: string, styles: string): string {
  const sheetLinks = html.match(styleLink) ?? [];
  const [script, entry] = entryIn(html);
  const asked = [
    ...sheetLinks.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"')),
    ...(entry === undefined ? [] : [`    <link rel="modulepreload" crossorigin href="${entry}" nonce="${nonceMark}">\n`]),
  ];
  const later = [...sheetLinks, ...(entry === undefined ? [] : [beginning(entry)])];
  return html
    .replaceAll(styleLink, '')
    .replace(script, '')
    .replace('</title>\n', (end) => `${end}${asked.join('')}    <style nonce="${nonceMark}">${styles}</style>\n`)
    .replace('  </body>', (end) => later.join('') + end);
}

/** Longer than any phone takes to paint the outline; a page that is opened unseen is never painted. */
const unpaintedMostMs = 300;

function beginning(entry: string): string {
  return `    <script type="module" nonce="${nonceMark}">
      let isBegun = false;
      const begin = () => {
        if (!isBegun) import('${entry}');
        isBegun = true;
      };
      new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
      setTimeout(begin, ${unpaintedMostMs});
    </script>
`;
}

function squeezed(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .trim();
}
