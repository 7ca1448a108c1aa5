import type { Chance } from './chance.ts';
import type { Person, Word } from './people.ts';

/** How a planted client differs from the entry: what people do to names, and nothing that the matcher knows of. */
export const twists = [
  'same',
  'order',
  'other_spelling',
  'own_script',
  'no_marks',
  'slip',
  'left_out',
  'joined',
  'particles',
  'capitals',
] as const;
export type Twist = (typeof twists)[number];

export const usual = (words: readonly Word[]): string => words.map(({ latin }) => latin[0]).join(' ');

/** The name after that twist; the entry's own where it has nothing to twist. */
export function twisted({ words, culture }: Person, twist: Twist, chance: Chance): string {
  switch (twist) {
    case 'same':
      return usual(words);
    case 'capitals':
      return usual(words).toUpperCase();
    case 'order':
      return culture === 'chinese' ? usual(words.toReversed()) : `${usual(words.slice(-1))}, ${usual(words.slice(0, -1))}`;
    case 'other_spelling':
      return words.map(({ latin }) => chance.of(latin)).join(' ');
    case 'own_script':
      return words.map(({ own }) => own).join(culture === 'chinese' ? '' : ' ');
    case 'no_marks':
      return usual(words).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').replaceAll('ø', 'o');
    case 'slip':
      return withSlip(usual(words), chance);
    case 'left_out':
      return usual(words.length >= 3 ? [words[0], words.at(-1)].flatMap((word) => word ?? []) : words);
    case 'joined':
      return culture === 'chinese' ? usual(words).replaceAll(/[ -]/g, '').toLowerCase() + ' ' : usual(words).replaceAll('-', ' ');
    case 'particles':
      return usual(words).replaceAll(/(^| )(al-|bin |von |de |van der |da |del )/g, '$1');
  }
}

/** One wrong, missing, doubled or swapped letter, somewhere in a word of at least four. */
function withSlip(name: string, chance: Chance): string {
  const places = [...name.matchAll(/\p{L}{4,}/gu)];
  if (places.length === 0) return name;
  const { index, 0: word } = chance.of(places);
  const at = index + chance.below(word.length - 1);
  const [before, letter, next, after] = [
    name.slice(0, at),
    name.slice(at, at + 1),
    name.slice(at + 1, at + 2),
    name.slice(at + 2),
  ];
  switch (chance.below(4)) {
    case 0:
      return before + chance.of([...'abcdefghijklmnopqrstuvwxyz']) + next + after;
    case 1:
      return before + next + after;
    case 2:
      return before + letter + letter + next + after;
    default:
      return before + next + letter + after;
  }
}

/** The day as the client typed it: mostly the same, else day and month changed about, or one year off. */
export function typedBirthDate(birthDate: string, chance: Chance): string {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const share = chance.next();
  if (share < 0.9) return birthDate;
  if (share < 0.95 && Number(day) <= 12) return `${year}-${day}-${month}`;
  return `${Number(year) + (chance.isLess(0.5) ? 1 : -1)}-${month}-${day}`;
}
