import type { SpelledName } from './spelling.ts';

/** Of longer names these many words are combined. */
const combined = 5;

/**
 * Under which keys a name is found: two that are the same name however it is spelled share at least one. For each two words, the one's
 * skeleton with the first or the last sound of the other, so that a slip in either word leaves a key; and all consonants of the name in the order of
 * the alphabet, whatever the order of the words and wherever they are parted. What may be glued to a word leaves keys with it and without.
 */
export function keysOf({ tokens }: SpelledName): string[] {
  const keys = new Set<string>();
  const words = tokens.slice(0, combined);
  for (const one of words) {
    for (const other of words) {
      if (one === other) continue;
      for (const { skeleton } of one.bare ? [one, one.bare] : [one]) {
        if (skeleton === '') continue;
        keys.add(`${skeleton}$${other.skeleton.at(-1) ?? '_'}`);
        keys.add(`${skeleton}^${other.skeleton[0] ?? '_'}`);
        if (other.bare) keys.add(`${skeleton}^${other.bare.skeleton[0] ?? '_'}`);
      }
    }
  }
  const all = tokens.map(({ text }) => text.replace(/[aeiouywh]/g, '')).join('');
  if (all.length >= 3) keys.add(`=${[...all].toSorted().join('')}`);
  return [...keys];
}
