import type { LanguageKey } from '../../src/law/languages.ts';
import type { Screen } from '../../test/screen.ts';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** A screen in one language and width; both appearances are taken of it, one after the other. */
export interface View {
  readonly screen: Screen;
  readonly language: LanguageKey;
  readonly width: number;
  readonly schemes: readonly Scheme[];
}

export interface Picture {
  readonly name: string;
  readonly language: LanguageKey;
  readonly width: number;
  readonly scheme: Scheme;
  /** Its name in the gallery's folder. */
  readonly file: string;
  readonly faults: readonly string[];
}

/** A phone, a tablet, a desk. */
const widths = [360, 768, 1280];
const deskFrom = 1280;
/** Staff have no phone in hand, and read English. */
const deskWidths = [768, 1280];

/** Both directions of reading in every width; Chinese once, where its words are most likely to be too long. */
export function viewsOf(screen: Screen): readonly View[] {
  if (screen.at === 'desk') return deskWidths.map((width): View => ({ screen, language: 'en', width, schemes }));
  const shown = widths.filter((width) => (width === 360 || !screen.isPhoneOnly) && (width < deskFrom || !screen.isNarrowOnly));
  const languages: readonly LanguageKey[] = screen.isOutside ? ['en'] : ['en', 'ar'];
  return [
    ...languages.flatMap((language) => shown.map((width): View => ({ screen, language, width, schemes }))),
    ...(screen.isOutside ? [] : [{ screen, language: 'zh', width: 360, schemes: ['light'] } satisfies View]),
  ];
}

interface Wish {
  readonly only?: string | undefined;
  readonly width?: string | undefined;
  readonly scheme?: string | undefined;
  readonly language?: string | undefined;
}

/** What is wanted of a view: nothing, or it in the appearances that are asked for. */
export function takenOf(view: View, wish: Wish): readonly View[] {
  const { screen, language, width } = view;
  const isOne = (wanted: string | undefined, has: (one: string) => boolean): boolean =>
    wanted === undefined || wanted.split(',').some(has);
  const schemesTaken = view.schemes.filter((scheme) => isOne(wish.scheme, (one) => one === scheme));
  const isTaken =
    isOne(wish.only, (name) => screen.name.startsWith(name)) &&
    isOne(wish.width, (one) => one === String(width)) &&
    isOne(wish.language, (one) => one === language);
  return isTaken && schemesTaken.length > 0 ? [{ ...view, schemes: schemesTaken }] : [];
}
