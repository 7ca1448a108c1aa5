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
  /** Every sentence is translated; the build fails when one is missing. */
  readonly complete: boolean;
}

/** The twenty languages of document 1 §9, by the code that stands in addresses. */
export const languages = {
  en: { tag: 'en', formats: 'en-GB', name: 'English', direction: 'ltr', complete: true },
  ar: { tag: 'ar', formats: 'ar-u-nu-latn', name: 'العربية', direction: 'rtl', complete: true },
  zh: { tag: 'zh-Hans', formats: 'zh-CN', name: '简体中文', direction: 'ltr', complete: true },
  'zh-tw': { tag: 'zh-Hant-TW', formats: 'zh-TW', name: '繁體中文（台灣）', direction: 'ltr', complete: false },
  hk: { tag: 'zh-Hant-HK', formats: 'zh-HK', name: '繁體中文（香港）', direction: 'ltr', complete: false },
  ru: { tag: 'ru', formats: 'ru', name: 'Русский', direction: 'ltr', complete: false },
  id: { tag: 'id', formats: 'id', name: 'Bahasa Indonesia', direction: 'ltr', complete: false },
  th: { tag: 'th', formats: 'th-u-ca-gregory-nu-latn', name: 'ไทย', direction: 'ltr', complete: false },
  ko: { tag: 'ko', formats: 'ko', name: '한국어', direction: 'ltr', complete: false },
  vi: { tag: 'vi', formats: 'vi', name: 'Tiếng Việt', direction: 'ltr', complete: false },
  ms: { tag: 'ms', formats: 'ms', name: 'Bahasa Melayu', direction: 'ltr', complete: false },
  ur: { tag: 'ur', formats: 'ur-u-nu-latn', name: 'اردو', direction: 'rtl', complete: false },
  pl: { tag: 'pl', formats: 'pl', name: 'Polski', direction: 'ltr', complete: false },
  it: { tag: 'it', formats: 'it', name: 'Italiano', direction: 'ltr', complete: false },
  cs: { tag: 'cs', formats: 'cs', name: 'Čeština', direction: 'ltr', complete: false },
  hi: { tag: 'hi', formats: 'hi-u-nu-latn', name: 'हिन्दी', direction: 'ltr', complete: false },
  fr: { tag: 'fr', formats: 'fr', name: 'Français', direction: 'ltr', complete: false },
  fa: { tag: 'fa', formats: 'fa-u-ca-gregory-nu-latn', name: 'فارسی', direction: 'rtl', complete: false },
  es: { tag: 'es', formats: 'es', name: 'Español', direction: 'ltr', complete: false },
  'pt-br': { tag: 'pt-BR', formats: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr', complete: false },
} as const satisfies Record<string, LanguageFacts>;

export type LanguageKey = keyof typeof languages;

export const languageKeys = Object.keys(languages) as LanguageKey[];

/** Narrows a segment of an address, a cookie or a parameter to a language. */
export function isLanguageKey(text: string): text is LanguageKey {
  return Object.hasOwn(languages, text);
}
