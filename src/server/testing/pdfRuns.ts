import { inflateSync } from 'node:zlib';

/** A stretch of text as a document of ours draws it: of one font, or a line of which something is read from the right. */
export interface DrawnRun {
  /** As it is said, not as it is seen. */
  readonly text: string;
  /** Each letter of it has a picture in its font. */
  readonly isWhole: boolean;
  /** Of its left end, in points from the left and from the bottom of its page. */
  readonly x: number;
  readonly y: number;
  /** As the document names it: `NotoSansArabic-Regular`, behind six letters of its own. */
  readonly font: string;
}

/** What is drawn by `tables/pdf`, page after page; no reader of anybody else's documents. */
export function runsDrawn(pdf: Buffer): DrawnRun[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)].map(([, id = '', body = '']) => [id, body]),
  );
  const bodies = [...objects.values()];
  const fonts = new Map(
    bodies
      .flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name = '', id = '']) => [name, fontIn(objects, objects.get(id) ?? '')]),
  );
  const pages = bodies.map(streamIn).filter((stream) => / Tf$/m.test(stream));
  return pages.flatMap((page) => [...page.matchAll(pieces)].map(([, said, line, run]) => runIn(fonts, line ?? run ?? '', said)));
}

/** A line that says by itself what it is, or a run beside such. */
const pieces = /^\/Span << \/ActualText <([0-9a-f]+)> >> BDC$([^]*?)^EMC$|^BT$([^]*?)^ET$/gm;

interface Font {
  readonly name: string;
  /** By its number in the document, what each picture stands for. */
  readonly letters: readonly string[];
}

function fontIn(objects: ReadonlyMap<string, string>, body: string): Font {
  const map = streamIn(objects.get(/\/ToUnicode (\d+) 0 R/.exec(body)?.[1] ?? '') ?? '');
  const letters = [...map.matchAll(/\[(.*)\]/g)].flatMap(([, range = '']) => [...range.matchAll(/<([^>]*)>/g)]);
  return {
    name: /\/BaseFont \/(\S+)/.exec(body)?.[1] ?? '',
    letters: letters.map(([, units = '']) => String.fromCharCode(...units.split(' ').map((unit) => Number.parseInt(unit, 16)))),
  };
}

function streamIn(body: string): string {
  const stream = /\nstream\n([^]*)\nendstream$/.exec(body)?.[1];
  if (stream === undefined) return '';
  const bytes = Buffer.from(stream, 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

function runIn(fonts: ReadonlyMap<string, Font>, drawn: string, said: string | undefined): DrawnRun {
  const [, x, y] = / 1 (\S+) (\S+) Tm$/m.exec(drawn) ?? [];
  const font = fonts.get(/^\/(F\d+) /m.exec(drawn)?.[1] ?? '');
  const codes = [...drawn.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, shown = '']) => shown.match(/.{4}/g) ?? []);
  const seen = codes.map((code) => font?.letters[Number.parseInt(code, 16)] ?? '').join('');
  const text = said === undefined ? seen : Buffer.from(said, 'hex').swap16().toString('utf16le').replace('\uFEFF', '');
  return { text, isWhole: !codes.includes('0000'), x: Number(x), y: Number(y), font: font?.name ?? '' };
}
