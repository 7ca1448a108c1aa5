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
  const objects = new Map(pdf.toString('latin1').split('\nendobj').flatMap(objectIn));
  const bodies = [...objects.values()];
  const fonts = new Map(
    bodies
      .flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, name = '', id = '']) => [name, fontIn(objects, objects.get(id) ?? '')]),
  );
  const pages = bodies.map(streamIn).filter((stream) => / Tf$/m.test(stream));
  return pages.flatMap((page) => piecesOf(page).map(({ drawn, said }) => runIn(fonts, drawn, said)));
}

const head = ' 0 obj\n';

/** What stands before an object's end: its number and its body. */
function objectIn(text: string): (readonly [id: string, body: string])[] {
  const at = text.indexOf(head);
  if (at === -1) return [];
  return [[text.slice(text.lastIndexOf('\n', at) + 1, at), text.slice(at + head.length)]];
}

interface Piece {
  readonly drawn: string;
  /** In hexadecimal, where the piece says by itself what it is. */
  readonly said: string | undefined;
}

const saysItself = /^\/Span << \/ActualText <([0-9a-f]+)> >> BDC$/;

/** Each line that says by itself what it is, and each run beside such. */
function piecesOf(page: string): Piece[] {
  const pieces: Piece[] = [];
  let open: { readonly end: string; readonly said: string | undefined; readonly lines: string[] } | undefined;
  for (const line of page.split('\n')) {
    if (open && line === open.end) {
      pieces.push({ drawn: open.lines.join('\n'), said: open.said });
      open = undefined;
    } else if (open) open.lines.push(line);
    else {
      const said = saysItself.exec(line)?.[1];
      if (said !== undefined || line === 'BT') open = { end: said === undefined ? 'ET' : 'EMC', said, lines: [] };
    }
  }
  return pieces;
}

interface Font {
  readonly name: string;
  /** By its number in the document, what each picture stands for. */
  readonly letters: readonly string[];
}

function fontIn(objects: ReadonlyMap<string, string>, body: string): Font {
  const map = streamIn(objects.get(/\/ToUnicode (\d+) 0 R/.exec(body)?.[1] ?? '') ?? '');
  const ranges = map.split('\n').filter((line) => line.includes('['));
  const letters = ranges.flatMap((range) =>
    range
      .slice(range.indexOf('[') + 1)
      .split('<')
      .slice(1)
      .map((rest) => rest.slice(0, rest.indexOf('>'))),
  );
  return {
    name: /\/BaseFont \/(\S+)/.exec(body)?.[1] ?? '',
    letters: letters.map((units) => String.fromCharCode(...units.split(' ').map((unit) => Number.parseInt(unit, 16)))),
  };
}

const streamHead = '\nstream\n';
const streamEnd = '\nendstream';

function streamIn(body: string): string {
  const at = body.indexOf(streamHead);
  if (at === -1 || !body.endsWith(streamEnd)) return '';
  const bytes = Buffer.from(body.slice(at + streamHead.length, -streamEnd.length), 'latin1');
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
