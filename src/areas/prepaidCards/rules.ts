import type { DeclaredColumns } from '../../base/columns.ts';
import { mostOnCard } from '../../law/prepaidCards.ts';
import { companyName } from '../../law/companyNames.ts';
import type { CardAtDesk, PrepaidCard } from './contract.ts';

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

type CardState = Pick<PrepaidCard, 'phase' | 'wants'>;

/** Whether the client can ask for it to be blocked, or to be usable again; what they have asked for before they can take back. */
export const mayBlock = (card: CardState): boolean => becoming(card) === 'active';
export const mayUnblock = (card: CardState & Pick<PrepaidCard, 'held'>): boolean => !card.held && becoming(card) === 'blocked';

/** By what keeps the client from withdrawing: while the account is frozen no money leaves, off a card neither. Who is closed has what is on theirs. */
export const isFrozen = (shut: { readonly code?: string } | undefined): boolean => shut?.code === 'account_frozen';

const becoming = ({ phase, wants }: CardState) => (phase === 'active' || phase === 'blocked' ? (wants ?? phase) : undefined);

/** What staff typed to find cards, as what it can be. */
export interface CardSearch {
  readonly by: 'all' | 'client' | 'digits' | 'reference' | 'name';
  readonly value: string;
}

const largestNumber = 2_147_483_647;

/** Four figures are a card's last, more of them a client's number; what else it may be is our reference or the name on the card. */
export function readCardSearch(typed: string | undefined): CardSearch {
  const value = (typed ?? '').trim();
  if (value === '') return { by: 'all', value };
  if (/^\d{4}$/.test(value)) return { by: 'digits', value };
  const number = /^#?(\d{1,10})$/.exec(value)?.[1];
  if (number !== undefined && Number(number) <= largestNumber) return { by: 'client', value: number };
  return value.startsWith('card-') ? { by: 'reference', value } : { by: 'name', value: embossed(value) };
}

/** What the list of cards shows of one. */
export const cardColumns = {
  id: { title: 'prepaidCards.desk.number', kind: 'code', share: 0.7, text: ({ id }) => String(id) },
  client: { title: 'prepaidCards.desk.client', kind: 'code', share: 0.8, text: ({ client_id: id }) => String(id) },
  company: {
    title: 'prepaidCards.desk.company',
    kind: 'text',
    share: 1,
    isFileOnly: true,
    text: ({ company }, say) => companyName(company, say),
  },
  name: { title: 'prepaidCards.desk.name', kind: 'text', share: 1.8, text: ({ name_on_card: name }) => name },
  currency: { title: 'prepaidCards.desk.currency', kind: 'code', share: 0.8, text: ({ currency }) => currency },
  digits: { title: 'prepaidCards.desk.digits', kind: 'code', share: 0.8, text: ({ last_four: digits }) => digits ?? '' },
  expires: { title: 'prepaidCards.desk.expires', kind: 'code', share: 0.9, text: ({ expires }) => expires ?? '' },
  phase: {
    title: 'prepaidCards.desk.phase',
    kind: 'text',
    share: 1.4,
    text: ({ phase, is_held: isHeld }, say) =>
      isHeld ? say('prepaidCards.desk.held', { phase: say(`prepaidCards.phase.${phase}`) }) : say(`prepaidCards.phase.${phase}`),
  },
  wants: {
    title: 'prepaidCards.desk.wants',
    kind: 'text',
    share: 1.2,
    isFileOnly: true,
    text: ({ wants }, say) => (wants === null ? '' : say(`prepaidCards.desk.wants.${wants}`)),
  },
  reason: { title: 'prepaidCards.desk.reason', kind: 'code', share: 1, isFileOnly: true, text: ({ reason }) => reason ?? '' },
  fee: {
    title: 'prepaidCards.desk.fee',
    kind: 'decimal',
    isFileOnly: true,
    share: 0.9,
    currency: ({ currency }) => currency,
    text: ({ fee }) => fee,
  },
  reference: {
    title: 'prepaidCards.desk.reference',
    kind: 'code',
    share: 1.8,
    isFileOnly: true,
    text: ({ reference }) => reference,
  },
  asked: { title: 'prepaidCards.desk.asked', kind: 'instant', share: 1.3, text: ({ asked_at: at }) => at },
  moved: { title: 'prepaidCards.desk.moved', kind: 'instant', share: 1.3, text: ({ moved_at: at }) => at },
} satisfies DeclaredColumns<CardAtDesk>;
