import { mostOnCard } from '../../law/prepaidCards.ts';
import type { PrepaidCard } from './contract.ts';

/** As it is embossed: capital letters without their marks, what no card has taken out. */
export function embossed(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .toUpperCase();
}

/** Letters, spaces, points, hyphens and apostrophes; as many as fit. */
export function isEmbossable(name: string): boolean {
  return name.length >= 2 && name.length <= mostOnCard && /^[A-Z][A-Z .'-]*$/.test(name);
}

/** Every word of it is one of the client's own names, or the beginning of one: cards are in nobody else's. A name of other letters than Latin ones cannot be compared. */
export function isOwnName(name: string, own: readonly string[]): boolean {
  const words = own.flatMap((each) => wordsOf(embossed(each)));
  if (words.some((word) => !/^[A-Z]+$/.test(word))) return true;
  const said = wordsOf(name);
  return (
    said.length > 0 && said.every((word) => words.some((known) => (word.length === 1 ? known.startsWith(word) : known === word)))
  );
}

const wordsOf = (name: string): string[] => name.split(/[ .'-]/).filter(Boolean);

/** What the form begins with: as much of the name as fits. */
export function suggestedName(first: string, last: string): string {
  const whole = embossed(`${first} ${last}`);
  const short = embossed(`${first.slice(0, 1)} ${last}`);
  return [whole, short].find(isEmbossable) ?? '';
}

type Standing = Pick<PrepaidCard, 'phase' | 'wants'>;

/** Whether the client can ask for it to be blocked, or to be usable again; what they have asked for before they can take back. */
export const mayBlock = (card: Standing): boolean => becoming(card) === 'active';
export const mayUnblock = (card: Standing): boolean => becoming(card) === 'blocked';

const becoming = ({ phase, wants }: Standing) => (phase === 'active' || phase === 'blocked' ? (wants ?? phase) : undefined);
