import { distance } from 'fastest-levenshtein';
import type { SpelledName, Token } from './spelling.ts';

/** How alike two names are, from 0 to 1, and by which words. */
export interface Likeness {
  readonly value: number;
  readonly words: readonly { readonly one: string; readonly other: string; readonly value: number }[];
}

/** Below this two words are not the same word. */
const leastOfWord = 0.76;
/** What each word that the other name lacks takes off, and the most of it. */
const missing = { each: 0.03, most: 0.09 };

/**
 * Compares word by word, in whatever order, and where that does not fit, the letters without regard to where words are parted. What cannot
 * come to `least` is 0.
 */
export function likenessOf(one: SpelledName, other: SpelledName, least: number): Likeness {
  const isConsonantal = one.isConsonantal !== other.isConsonantal;
  const byWord = likenessByWord(one, other, { isConsonantal, least });
  if (byWord.value > 0 || isConsonantal) return byWord;
  return likenessAsOne(one, other);
}

type Sounds = Pick<Token, 'text' | 'skeleton'>;

const unlike: Likeness = { value: 0, words: [] };

interface Comparing {
  readonly isConsonantal: boolean;
  readonly least: number;
}

/** Each word of the shorter name has to be one of the longer. */
function likenessByWord(one: SpelledName, other: SpelledName, { isConsonantal, least }: Comparing): Likeness {
  const [few, many] = one.tokens.length <= other.tokens.length ? [one.tokens, other.tokens] : [other.tokens, one.tokens];
  // A single word is everybody's.
  if (few.length < 2) return unlike;
  const extra = Math.min((many.length - few.length) * missing.each, missing.most);
  let lack = (1 - extra - least) * few.length;
  const taken = new Set<Token>();
  const words: { one: string; other: string; value: number }[] = [];
  for (const word of few) {
    let best: { token: Token; value: number } | undefined;
    for (const token of many) {
      if (taken.has(token)) continue;
      const value = likenessOfTokens(word, token, isConsonantal);
      if (value > (best?.value ?? 0)) best = { token, value };
    }
    lack -= 1 - (best?.value ?? 0);
    if (!best || best.value < leastOfWord || lack < 0) return unlike;
    taken.add(best.token);
    const [first, second] = few === one.tokens ? [word.text, best.token.text] : [best.token.text, word.text];
    words.push({ one: first, other: second, value: best.value });
  }
  return { value: words.reduce((sum, { value }) => sum + value, 0) / few.length - extra, words };
}

/** "Xi Jinping", "Jinping Xi" and "Xijinping". */
function likenessAsOne(one: SpelledName, other: SpelledName): Likeness {
  const wanted = other.tokens.map(({ text }) => text).join('');
  const texts = one.tokens.map(({ text }) => text);
  let best = unlike;
  for (let start = 0; start < texts.length; start += 1) {
    const joined = [...texts.slice(start), ...texts.slice(0, start)].join('');
    const longer = Math.max(joined.length, wanted.length);
    if (longer < 5 || Math.abs(joined.length - wanted.length) > 1) continue;
    const value = 1 - distance(joined, wanted) / longer;
    if (value >= 0.9 && value > best.value) best = { value, words: [{ one: joined, other: wanted, value }] };
  }
  return best;
}

/** The best of the two as they are, and of either without what may be glued to it. */
function likenessOfTokens(one: Token, other: Token, isConsonantal: boolean): number {
  let value = likenessOfWords(one, other, isConsonantal);
  if (one.bare && value < 1) value = Math.max(value, likenessOfWords(one.bare, other, isConsonantal));
  if (other.bare && value < 1) value = Math.max(value, likenessOfWords(one, other.bare, isConsonantal));
  return value;
}

function likenessOfWords(one: Sounds, other: Sounds, isConsonantal: boolean): number {
  if (one.text === other.text) return 1;
  if (isConsonantal) return likenessOfSkeletons(one.skeleton, other.skeleton);
  const [shorter, longer] = one.text.length <= other.text.length ? [one.text, other.text] : [other.text, one.text];
  if (shorter.length === 1) return longer.startsWith(shorter) ? 0.75 : 0;
  if (longer.length - shorter.length > 3) return 0;
  const slips = slipsBetween(one.text, other.text);
  const isSameSound = one.skeleton.length >= 2 && one.skeleton === other.skeleton;
  return isSameSound ? likenessOfSounds(slips, longer.length) : likenessBySlips(slips, longer.length);
}

/** The same consonants: how many vowels, or ways of writing a sound, are others. */
function likenessOfSounds(slips: number, length: number): number {
  if (slips === 1) return 0.95;
  if (slips === 2) return 0.93;
  return slips * 2 <= length ? 0.9 : 0.75;
}

function likenessBySlips(slips: number, length: number): number {
  if (slips === 1) return length >= 5 ? 0.92 : length === 4 ? 0.86 : length === 3 ? 0.76 : 0;
  return slips === 2 && length >= 8 ? 0.8 : 0;
}

function likenessOfSkeletons(one: string, other: string): number {
  if (one === other) return one.length >= 2 ? 0.96 : 0.93;
  return one.length >= 3 && other.length >= 3 && slipsBetween(one, other) === 1 ? 0.82 : 0;
}

/** Letters that are missing, too many, wrong, or two that have changed their places. */
function slipsBetween(one: string, other: string): number {
  const edits = distance(one, other);
  return edits === 2 && isSwapped(one, other) ? 1 : edits;
}

function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
