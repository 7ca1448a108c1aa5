import { LRUCache } from 'lru-cache';

/* What of shaped words is remembered while a document is written: pdfkit by itself remembers every word for as long as it writes. */

/** As pdfkit keeps it: a picture and a place for each letter. */
export interface Shaped {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** A font of pdfkit's, by the two methods through which every word goes. */
export interface ShapingFont {
  layoutCached: (word: string) => Shaped;
  layoutRun: (word: string) => Shaped;
}

/** Some words for each font; the figures of a whole report are made of thirty. */
const mostKept = 2_000;
const marked = /\p{M}/u;
const stretches = /\p{Nd}|\P{Nd}+/gu;

/**
 * Shapes words of this font by their stretches, every digit by itself, so that amounts, instants and numbers, which never repeat, are put
 * together of what does, and no more than a bounded part of it is kept.
 */
export function shapeByStretches(font: ShapingFont): void {
  const kept = new LRUCache<string, Shaped>({ max: mostKept });
  const shaped = (stretch: string): Shaped => {
    const known = kept.get(stretch);
    if (known) return known;
    const made = font.layoutRun(stretch);
    kept.set(stretch, made);
    return made;
  };
  font.layoutCached = (word) => {
    // A mark stands where its letter says: such a word stays whole.
    const parts = marked.test(word) ? [word] : (word.match(stretches) ?? [word]);
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? shaped(first) : joined(parts.map(shaped));
  };
}

function joined(parts: readonly Shaped[]): Shaped {
  return {
    glyphs: parts.flatMap(({ glyphs }) => glyphs),
    positions: parts.flatMap(({ positions }) => positions),
    advanceWidth: parts.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
  };
}
