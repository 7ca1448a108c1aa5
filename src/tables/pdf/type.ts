import type { FontPart, Weight } from './fonts.ts';
import { runsOf, withoutMarks, type Run } from './runs.ts';
import { shapeByStretches, type ShapingFont } from './shaping.ts';

/** How a text is set. */
export interface Setting {
  readonly size: number;
  readonly weight: Weight;
  readonly colour: string;
  readonly direction: 'ltr' | 'rtl';
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly side: 'left' | 'right';
}

/** Sets type on the pages of a document: measures, breaks into lines, and draws each run with its font. */
export interface TypeSetter {
  linesOf(text: string, width: number, setting: Setting): string[];
  draw(lines: readonly string[], spot: Spot, setting: Setting): void;
}

/** What a line is high, of the size of its letters: Arabic and Chinese need more than Latin. */
export const lineHeight = 1.5;
/** How far below the top of its line the base line is, of the line's height. */
const baseLine = 0.75;
/** Asked for by itself, a run is shaped whole; otherwise word by word, which turns no sentence round. */
const whole: PDFKit.Mixins.OpenTypeFeatures[] = [];

export function openTypeSetter(document: PDFKit.PDFDocument, language: string): TypeSetter {
  const registered = new Set<string>();
  const use = (part: FontPart, { weight, size }: Setting): void => {
    const name = `${part.key}-${weight}`;
    if (!registered.has(name)) {
      document.registerFont(name, part.file(weight));
      document.font(name);
      // pdfkit 0.20 has its font in hand here, and hands it out nowhere else.
      shapeByStretches(Reflect.get(document, '_font') as ShapingFont);
    }
    registered.add(name);
    document.font(name).fontSize(size);
  };
  const widthOf = (text: string, setting: Setting): number =>
    runsOf(text, setting.direction).reduce((sum, run) => {
      use(run.part, setting);
      return sum + document.widthOfString(run.text, shapedAs(run));
    }, 0);
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  return {
    linesOf(text, width, setting) {
      const line = text.trimEnd();
      if (widthOf(line, setting) <= width) return [line];
      return brokenInto(piecesOf(text, words), width, (one) => widthOf(one, setting));
    },
    draw(lines, { x, y, width, side }, setting) {
      for (const [index, line] of lines.entries()) {
        const own = widthOf(line, setting);
        let left = side === 'right' ? x + width - own : x;
        const runs = runsOf(line, setting.direction);
        const isTurned = runs.some((run) => run.isTurned);
        if (isTurned) document.addContent(`/Span << /ActualText ${actualText(line)} >> BDC`);
        for (const run of runs) {
          use(run.part, setting);
          // Every font sits on the same base line.
          const base = y + (index + baseLine) * setting.size * lineHeight;
          document.fillColor(setting.colour);
          document.text(run.text, left, base, { lineBreak: false, baseline: 'alphabetic', ...shapedAs(run) });
          left += document.widthOfString(run.text, shapedAs(run));
        }
        if (isTurned) document.addContent('EMC');
      }
    },
  };
}

/**
 * What a line says, for whoever copies, searches or hears it (PDF 1.7, §14.9.4): Arabic letters are drawn of parts that stand for other
 * letters by themselves, and from left to right.
 */
function actualText(line: string): string {
  return `<${Buffer.from(`\uFEFF${withoutMarks(line)}`, 'utf16le')
    .swap16()
    .toString('hex')}>`;
}

function shapedAs({ isTurned }: Run): { readonly features?: typeof whole } {
  return isTurned ? { features: whole } : {};
}

/** Where a line may end: behind a word with what clings to it. */
function piecesOf(text: string, words: Intl.Segmenter): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const before = pieces.at(-1);
    // Punctuation, spaces and marks of direction stay with what they stand behind.
    if (before !== undefined && !isWordLike) pieces[pieces.length - 1] = before + segment;
    else if (before !== undefined && !/[\s\u2E80-\u9FFF\uFF00-\uFFEF]$/.test(before))
      pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}

function brokenInto(pieces: readonly string[], width: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
    while (widthOf(line.trimEnd()) > width && line.length > 1) {
      const fits = longestThatFits(line, width, widthOf);
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line.trim() === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}

/** Of one word that is wider than its place; at least one character, so that there is an end. */
function longestThatFits(line: string, width: number, widthOf: (line: string) => number): number {
  let low = 1;
  let high = line.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(line.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}
