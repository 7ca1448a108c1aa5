import { create, type Font } from 'fontkit';
import type { FontPart, Weight } from './pdf/fonts.ts';
import { runsOf } from './pdf/runs.ts';

/** How a line of a picture is set. */
export interface LineSetting {
  readonly size: number;
  readonly weight: Weight;
  readonly direction: 'ltr' | 'rtl';
}

const fonts = new Map<string, Font>();

function fontOf(part: FontPart, weight: Weight): Font {
  const key = `${part.key} ${weight}`;
  const known = fonts.get(key);
  if (known) return known;
  const font = create(part.file(weight));
  fonts.set(key, font);
  return font;
}

/** How wide a line is. */
export function lineWidth(text: string, { size, weight, direction }: LineSetting): number {
  return runsOf(text, direction).reduce((sum, { text: run, part }) => {
    const font = fontOf(part, weight);
    return sum + (font.layout(run).advanceWidth * size) / font.unitsPerEm;
  }, 0);
}

/**
 * A line as outlines, as SVG elements without a colour: in the fonts of the documents, shaped, and in the order of its writing, so that
 * whoever draws them needs no font. `x` is the line's left end, `y` its base line.
 */
export function outlined(text: string, spot: { readonly x: number; readonly y: number }, setting: LineSetting): string {
  let { x } = spot;
  const drawn: string[] = [];
  for (const { text: run, part } of runsOf(text, setting.direction)) {
    const font = fontOf(part, setting.weight);
    const scale = setting.size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run);
    for (const [place, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[place] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const outline = glyph.path.toSVG();
      const at = `${(x + xOffset * scale).toFixed(2)} ${(spot.y - yOffset * scale).toFixed(2)}`;
      if (outline !== '')
        drawn.push(`<path transform="translate(${at}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})" d="${outline}"/>`);
      x += xAdvance * scale;
    }
  }
  return drawn.join('');
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Decimal strings as a line across a box, evenly from left to right: to be looked at, and nothing is reckoned with it. */
export function drawnLine(values: readonly string[], { left, right, top, bottom }: Box) {
  const heights = values.map(Number);
  const [least, most] = [Math.min(...heights), Math.max(...heights)];
  const points = heights.map((height, place) => ({
    x: (left + (place / Math.max(1, heights.length - 1)) * (right - left)).toFixed(1),
    y: (most === least ? (top + bottom) / 2 : bottom - ((height - least) / (most - least)) * (bottom - top)).toFixed(1),
  }));
  return { points: points.map(({ x, y }) => `${x},${y}`).join(' '), end: points.at(-1) ?? { x: left, y: bottom } };
}
