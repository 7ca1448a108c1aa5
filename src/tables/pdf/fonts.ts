import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sfntOf } from './sfnt.ts';

const require = createRequire(import.meta.url);

export type Weight = 'plain' | 'bold';

/** A font of the Noto family: a part of it, by writing, as its package ships it. */
export interface FontPart {
  readonly key: string;
  readonly covers: RegExp;
  readonly file: (weight: Weight) => Buffer;
}

const weights: Readonly<Record<Weight, number>> = { plain: 400, bold: 600 };

function part(key: string, folder: string, covers: RegExp): FontPart {
  const kept = new Map<Weight, Buffer>();
  return {
    key,
    covers,
    file(weight) {
      const known = kept.get(weight);
      if (known) return known;
      const name = `@fontsource/${folder}/files/${key}-${weights[weight]}-normal.woff`;
      const made = sfntOf(readFileSync(require.resolve(name)));
      kept.set(weight, made);
      return made;
    },
  };
}

/**
 * Every writing of the shipped catalogs, and those of the names and places of clients. A character is drawn by the first that says
 * to cover it; a space or a comma by whatever draws the word before it.
 */
export const fontParts: readonly FontPart[] = [
  part(
    'noto-sans-latin',
    'noto-sans',
    /[\t\n\r\u0020-\u00FF\u0131\u0152\u0153\u02BB-\u02DC\u2000-\u200F\u2010-\u205E\u20AC\u2122\u2212]/,
  ),
  part('noto-sans-latin-ext', 'noto-sans', /[\u0100-\u02BA\u1E00-\u1E9F\u1EF2-\u1EFF\u20A0-\u20AB\u20AD-\u20C0]/),
  part('noto-sans-vietnamese', 'noto-sans', /[\u0300-\u0309\u0323\u1EA0-\u1EF1]/),
  part('noto-sans-cyrillic', 'noto-sans', /[\u0301\u0400-\u045F\u0490\u0491\u04B0\u04B1\u2116]/),
  part('noto-sans-cyrillic-ext', 'noto-sans', /[\u0460-\u048F\u0492-\u04AF\u04B2-\u052F]/),
  part('noto-sans-greek', 'noto-sans', /[\u0370-\u03FF]/),
  part('noto-sans-arabic-arabic', 'noto-sans-arabic', /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/),
  part(
    'noto-sans-sc-chinese-simplified',
    'noto-sans-sc',
    /[\u2E80-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{2FFFF}]/u,
  ),
];

/** The first covers everything that no other does: what it has no picture of it draws as a box. */
export function fontPartFor(character: string): FontPart | undefined {
  return fontParts.find(({ covers }) => covers.test(character)) ?? fontParts[0];
}
