interface LanguageFacts {
  /** BCP-47, for the page's `lang` and for choosing plurals. */
  readonly tag: string;
  /**
   * BCP-47 for `Intl` numbers and dates. Money is shown in the same digits and by the same calendar in every language,
   * so that an amount can be read out to support; `ar` and `fa` would else bring their own digits, `th` and `fa` a calendar.
   */
  readonly formats: string;
  /** Its name in itself, for the switcher. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * What of it ships in `locales/`: every sentence, of which the build fails when one is missing; some, the others are English
   * then; or nothing, and nobody is offered it. `npm run words` compares it with what is there.
   */
  readonly catalog: 'whole' | 'part' | 'none';
}

/** The twenty languages of document 1 §9, by the code that stands in addresses; the global site's nine come first (document 2 §9). */
export const languages = {
  en: { tag: 'en', formats: 'en-GB', name: 'English', direction: 'ltr', catalog: 'whole' },
  zh: { tag: 'zh-Hans', formats: 'zh-CN', name: '简体中文', direction: 'ltr', catalog: 'whole' },
  'zh-tw': { tag: 'zh-Hant-TW', formats: 'zh-TW', name: '繁體中文（台灣）', direction: 'ltr', catalog: 'none' },
  ar: { tag: 'ar', formats: 'ar-u-nu-latn', name: 'العربية', direction: 'rtl', catalog: 'whole' },
  ko: { tag: 'ko', formats: 'ko', name: '한국어', direction: 'ltr', catalog: 'none' },
  th: { tag: 'th', formats: 'th-u-ca-gregory-nu-latn', name: 'ไทย', direction: 'ltr', catalog: 'none' },
  vi: { tag: 'vi', formats: 'vi', name: 'Tiếng Việt', direction: 'ltr', catalog: 'none' },
  es: { tag: 'es', formats: 'es', name: 'Español', direction: 'ltr', catalog: 'none' },
  'pt-br': { tag: 'pt-BR', formats: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr', catalog: 'none' },
  ru: { tag: 'ru', formats: 'ru', name: 'Русский', direction: 'ltr', catalog: 'none' },
  id: { tag: 'id', formats: 'id', name: 'Bahasa Indonesia', direction: 'ltr', catalog: 'none' },
  ms: { tag: 'ms', formats: 'ms', name: 'Bahasa Melayu', direction: 'ltr', catalog: 'none' },
  ur: { tag: 'ur', formats: 'ur-u-nu-latn', name: 'اردو', direction: 'rtl', catalog: 'none' },
  pl: { tag: 'pl', formats: 'pl', name: 'Polski', direction: 'ltr', catalog: 'none' },
  it: { tag: 'it', formats: 'it', name: 'Italiano', direction: 'ltr', catalog: 'none' },
  cs: { tag: 'cs', formats: 'cs', name: 'Čeština', direction: 'ltr', catalog: 'none' },
  hi: { tag: 'hi', formats: 'hi-u-nu-latn', name: 'हिन्दी', direction: 'ltr', catalog: 'none' },
  fr: { tag: 'fr', formats: 'fr', name: 'Français', direction: 'ltr', catalog: 'none' },
  fa: { tag: 'fa', formats: 'fa-u-ca-gregory-nu-latn', name: 'فارسی', direction: 'rtl', catalog: 'none' },
  hk: { tag: 'zh-Hant-HK', formats: 'zh-HK', name: '繁體中文（香港）', direction: 'ltr', catalog: 'none' },
} as const satisfies Record<string, LanguageFacts>;

export type LanguageKey = keyof typeof languages;

export const languageKeys = Object.keys(languages) as LanguageKey[];

/** Narrows a segment of an address, a cookie or a parameter to a language. */
export function isLanguageKey(text: string): text is LanguageKey {
  return Object.hasOwn(languages, text);
}
