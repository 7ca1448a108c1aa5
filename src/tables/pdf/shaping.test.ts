import PdfDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { fontParts } from './fonts.ts';
import { shapeByStretches, type Shaped, type ShapingFont } from './shaping.ts';
import { openTypeSetter } from './type.ts';

const shapedOf = (text: string): Shaped => ({ glyphs: [...text], positions: [...text], advanceWidth: text.length });

function counted(): { readonly font: ShapingFont; readonly asked: string[] } {
  const asked: string[] = [];
  const layoutRun = (text: string): Shaped => {
    asked.push(text);
    return shapedOf(text);
  };
  const font: ShapingFont = { layoutRun, layoutCached: layoutRun };
  shapeByStretches(font);
  return { font, asked };
}

test('figures that never repeat are put together of digits, each shaped once', () => {
  const { font, asked } = counted();
  const words = Array.from({ length: 5_000 }, (_, index) => `-${index * 7_919}.${index % 100}`);
  for (const word of words) expect(font.layoutCached(word)).toEqual(shapedOf(word));
  expect(asked.toSorted()).toEqual(['-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test('words that never repeat are not kept for ever', () => {
  const { font, asked } = counted();
  const word = (index: number): string => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let index = 0; index < 10_000; index += 1) font.layoutCached(word(index));
  font.layoutCached(word(0));
  expect(asked.filter((one) => one === word(0))).toHaveLength(2);
});

test('a letter and its mark are never shaped apart', () => {
  const { font, asked } = counted();
  expect(font.layoutCached('1a\u0301')).toEqual(shapedOf('1a\u0301'));
  expect(asked).toEqual(['1a\u0301']);
});

test('a figure takes as much room as when it is shaped whole', () => {
  const document = new PdfDocument();
  const [latin] = fontParts;
  const type = openTypeSetter(document, 'en');
  type.draw(['0'], { x: 0, y: 0, width: 100, side: 'left' }, { size: 10, weight: 'plain', colour: '#000', direction: 'ltr' });
  document.font(`${latin?.key}-plain`).fontSize(10);
  for (const text of ['1 234 567.89', '-0.07', '4 Nov 2023, 10:00:00', 'report-1001-17'])
    expect(document.widthOfString(text)).toBeCloseTo(document.widthOfString(text, { features: [] }), 6);
});
