import { accountTypeNamed, shownName } from '../../law/accountTypes.ts';
import type { Words } from '../words/words.ts';

/** A place that money can be in, as forms and lists know it. */
export interface NamedPlace {
  readonly number: number;
  readonly kind: 'trading' | 'wallet';
  /** The client's own name for it; empty when there is none. */
  readonly name: string;
  /** The account type's name; null for a wallet. */
  readonly type: string | null;
  readonly currency: string;
}

/** What the client calls a place: the own name, else the type's, else that it is the wallet. */
export function placeName(place: NamedPlace, t: Words['t']): string {
  if (place.name !== '') return place.name;
  if (place.kind === 'wallet' || place.type === null) return t('money.wallet', { currency: place.currency });
  const type = accountTypeNamed(place.type);
  return type ? shownName(type) : place.type;
}

/** Places as a list offers them, by name and number: what they hold stands under it, where there is room at every width. */
export function placeOptions(places: readonly NamedPlace[], t: Words['t']): { readonly value: string; readonly label: string }[] {
  return places.map((place) => ({
    value: String(place.number),
    label: t('money.place', { name: placeName(place, t), number: String(place.number) }),
  }));
}
