import { positionsOf } from './catalog.ts';

/** A language's sentences by id, over all its catalogs. */
export type Sentences = ReadonlyMap<string, string>;

export interface Translation {
  readonly language: string;
  /** Declared complete: it may lack nothing. Every other language may lack sentences, which are English then. */
  readonly isComplete: boolean;
  readonly sentences: Sentences;
}

export interface WordsCheck {
  /** id → the files that say it. */
  readonly needed: ReadonlyMap<string, readonly string[]>;
  readonly english: Sentences;
  /** The part of the English sentences that the other languages have too: all but the desk's. */
  readonly translated: Sentences;
  readonly translations: readonly Translation[];
}

/** What is missing in English, what nobody says, and what is wrong with each translation. */
export function checkWords({ needed, english, translated, translations }: WordsCheck): string[] {
  const missing = [...needed].flatMap(([id, by]) => (english.has(id) ? [] : [`en lacks ${id}, which ${by.join(', ')} says`]));
  const unused = [...english.keys()].flatMap((id) => (needed.has(id) ? [] : [`en has ${id}, which nobody says`]));
  return [...missing, ...unused, ...translations.flatMap((translation) => checkTranslation(translated, translation))];
}

/** What a language lacks, has alone, and misspells. */
export function checkTranslation(english: Sentences, { language, isComplete, sentences }: Translation): string[] {
  const lacking = [...english.keys()].filter((id) => isComplete && !sentences.has(id)).map((id) => `${language} lacks ${id}`);
  const orphans = [...sentences.keys()]
    .filter((id) => !english.has(id))
    .map((id) => `${language} has ${id}, which English has not`);
  const broken = [...sentences].flatMap(([id, sentence]) => {
    const original = english.get(id);
    if (original === undefined) return [];
    const unknown = [...positionsOf(sentence)].filter((place) => !positionsOf(original).has(place));
    return unknown.map((place) => `${language} says {${place}} in ${id}, which English has not`);
  });
  return [...lacking, ...orphans, ...broken];
}
