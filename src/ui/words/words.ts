import { setupI18n, type Messages } from '@lingui/core';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { CallFailure } from '../api/failure.ts';
import { makeFormat, type Format } from './format.ts';

/** Values for a sentence's places. */
export type WordValues = Readonly<Record<string, string | number>>;

export interface Words extends Format {
  readonly language: LanguageKey;
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** The sentence with that id. An id without a sentence is shown as it is, which `npm run words` keeps from happening. */
  t(id: string, values?: WordValues): string;
  /** Loads the sentences of areas; at once when they are there. */
  load(areas: readonly string[]): Promise<void>;
}

/** Fetches a catalog. */
export type LoadCatalog = (language: LanguageKey, area: string) => Promise<Messages>;

export function openWords(language: LanguageKey, load: LoadCatalog): Words {
  const { tag, formats, direction } = languages[language];
  const i18n = setupI18n({ locale: tag, messages: { [tag]: {} } });
  const loading = new Map<string, Promise<void>>();
  const loadArea = (area: string): Promise<void> => {
    const known = loading.get(area);
    if (known) return known;
    const started = inTime(load(language, area)).then((messages) => i18n.load(tag, messages));
    loading.set(area, started);
    // A catalog that did not come through is asked for again the next time.
    started.catch(() => loading.delete(area));
    return started;
  };
  return {
    ...makeFormat(formats),
    language,
    tag,
    direction,
    t: (id, values) => i18n._(id, values),
    load: async (areas) => {
      await Promise.all(areas.map(loadArea));
    },
  };
}

/** Document 2 §9: sentences that have not come after so long are given up until they are asked for again. */
const patienceMs = 10_000;

async function inTime<Value>(loading: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CallFailure({ kind: 'offline', status: 0 })), patienceMs);
  try {
    return await Promise.race([loading, promise]);
  } finally {
    clearTimeout(timer);
  }
}
