import bidiFactory from 'bidi-js';
import { fontPartFor, fontParts, type FontPart } from './fonts.ts';

const bidi = bidiFactory();

/** A stretch of a line that one font draws at once, in the order of what is said. Runs stand from left to right. */
export interface Run {
  readonly text: string;
  readonly part: FontPart;
  /** Whoever shapes it turns it round. */
  readonly isTurned: boolean;
}

/** Marks of direction say where something stands, and have no picture. */
const marks = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/;
const arabic = /[\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/;
/** Has no direction and no writing of its own. */
const neutral = /[\s\p{P}\p{S}\d]/u;
/** Drawn by the first font, and from the left wherever reading begins there: nearly every cell of a report. */
const plain = /^[\u0020-\u007E\u00A0]+$/;

/** So far from each other are neighbours at most: half a pair, or a mark that is not drawn, may stand between them. */
const nextTo = 2;

interface Placed {
  readonly character: string;
  readonly index: number;
  readonly level: number;
  readonly part: FontPart;
}

export function withoutMarks(line: string): string {
  return [...line].filter((character) => !marks.test(character)).join('');
}

/** Whether any of it is read from the right; what is not, such as a command or a digest, is read from the left in every language. */
export function isReadFromRight(text: string): boolean {
  return arabic.test(text);
}

/** A line, as it is drawn from left to right, by the Unicode Bidirectional Algorithm (UAX #9). */
export function runsOf(line: string, direction: 'ltr' | 'rtl'): Run[] {
  const [latin] = fontParts;
  if (latin && direction === 'ltr' && plain.test(line)) return [{ text: line, part: latin, isTurned: false }];
  const placed = inOrderOfSight(line, direction);
  const runs: { level: number; part: FontPart; last: number; characters: string[] }[] = [];
  for (const { character, index, level, part } of placed) {
    const before = runs.at(-1);
    const isSameWay = before && isTurned(before.level) === isTurned(level);
    const follows = isSameWay && before.part === part && Math.abs(before.last - index) <= nextTo;
    if (follows) {
      before.characters.push(character);
      before.last = index;
    } else runs.push({ level, part, last: index, characters: [character] });
  }
  return runs.map(({ characters, level, part }) => {
    const text = characters.join('');
    // Whoever shapes Arabic turns it round by itself: it is handed over as it is said.
    const turns = isTurned(level) && arabic.test(text);
    return { part, text: turns ? characters.toReversed().join('') : text, isTurned: turns };
  });
}

function inOrderOfSight(line: string, direction: 'ltr' | 'rtl'): Placed[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const order = Array.from({ length: line.length }, (_, index) => index);
  for (const [start, end] of bidi.getReorderSegments(line, embedding)) {
    const turned = order.slice(start, end + 1).toReversed();
    order.splice(start, turned.length, ...turned);
  }
  const parts = partsOf(line);
  return order.flatMap((index) => {
    const character = wholeCharacterAt(line, index);
    const part = parts[index];
    if (character === undefined || part === undefined || marks.test(character)) return [];
    const level = embedding.levels[index] ?? 0;
    const mirrored = isTurned(level) ? bidi.getMirroredCharacter(character) : null;
    return [{ character: mirrored ?? character, index, level, part }];
  });
}

function isTurned(level: number): boolean {
  return level % 2 === 1;
}

/** Both halves of a pair as one, at the place of the first. */
function wholeCharacterAt(line: string, index: number): string | undefined {
  const unit = line.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? undefined : String.fromCodePoint(line.codePointAt(index) ?? 0x20);
}

/** The font of each place: what has no writing of its own goes with what stands before it, where that font has it. All have the space. */
function partsOf(line: string): readonly (FontPart | undefined)[] {
  let before: FontPart | undefined;
  return Array.from({ length: line.length }, (_, index) => {
    const character = wholeCharacterAt(line, index);
    if (character === undefined) return undefined;
    const own = fontPartFor(character);
    if (before && (character === ' ' || (neutral.test(character) && before.covers.test(character)))) return before;
    before = own;
    return own;
  });
}
