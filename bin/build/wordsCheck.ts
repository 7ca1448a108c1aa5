import { placesOf } from './catalog.ts';

/** A language's sentences by id, over all its catalogs. */
export type Sentences = ReadonlyMap<string, string>;

export interface WordsCheck {
  /** id → the places that need it, such as `src/web/Frame.tsx` or `code of session.login`. */
  readonly needed: ReadonlyMap<string, readonly string[]>;
  /** Ids that stand in the sources as text, and beginnings of ids that are put together there. */
  readonly mentioned: { readonly ids: ReadonlySet<string>; readonly prefixes: readonly string[] };
  readonly english: Sentences;
  /** Languages declared complete, beside English. */
  readonly complete: ReadonlyMap<string, Sentences>;
}

export interface WordsReport {
  readonly faults: readonly string[];
  /** Sentences that nothing says. */
  readonly unused: readonly string[];
}

/** What is missing in English, what complete languages lack, and what nobody says. */
export function checkWords({ needed, mentioned, english, complete }: WordsCheck): WordsReport {
  const missing = [...needed].flatMap(([id, by]) => (english.has(id) ? [] : [`en lacks ${id}, which ${by.join(', ')} says`]));
  const translations = [...complete].flatMap(([language, sentences]) => checkLanguage(language, english, sentences));
  const unused = [...english.keys()].filter(
    (id) => !needed.has(id) && !mentioned.ids.has(id) && !mentioned.prefixes.some((prefix) => id.startsWith(prefix)),
  );
  return { faults: [...missing, ...translations], unused };
}

function checkLanguage(language: string, english: Sentences, sentences: Sentences): string[] {
  const lacking = [...english.keys()].filter((id) => !sentences.has(id)).map((id) => `${language} lacks ${id}`);
  const orphans = [...sentences.keys()]
    .filter((id) => !english.has(id))
    .map((id) => `${language} has ${id}, which English has not`);
  const broken = [...sentences].flatMap(([id, sentence]) => {
    const original = english.get(id);
    if (original === undefined) return [];
    const unknown = [...placesOf(sentence)].filter((place) => !placesOf(original).has(place));
    return unknown.map((place) => `${language} says {${place}} in ${id}, which English has not`);
  });
  return [...lacking, ...orphans, ...broken];
}

const idPattern = /^[a-z][\w-]*(\.[\w-]+)+$/;

/** The ids that a source says for sure: literals in the first argument of `t(…)` or `say(…)`, titles of pages, words of forms. */
export function idsSaid(source: string): string[] {
  const said: string[] = [];
  for (const call of source.matchAll(/\b(?:t|say)\(/g)) said.push(...literalsOfArgument(source, call.index + call[0].length));
  for (const [, id = ''] of source.matchAll(/\b(?:title|label|help|missing|incomplete): '([^']+)'/g)) said.push(id);
  return said.filter((id) => idPattern.test(id));
}

/** The string literals between `from` and the end of the first argument, strings inside templates left out. */
function literalsOfArgument(source: string, from: number): string[] {
  const literals: string[] = [];
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "'" || character === '`') {
      const end = source.indexOf(character, at + 1);
      if (end < 0) return literals;
      if (character === "'") literals.push(source.slice(at + 1, end));
      at = end;
    } else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth === 0) return literals;
      depth -= 1;
    } else if (character === ',' && depth === 0) return literals;
  }
  return literals;
}

/** Every text of a source that looks like an id, and every beginning of one that a template goes on from. */
export function idsMentioned(source: string): { readonly ids: readonly string[]; readonly prefixes: readonly string[] } {
  const ids = Array.from(source.matchAll(/'([^'\n]+)'/g), ([, text = '']) => text).filter((text) => idPattern.test(text));
  const prefixes = Array.from(source.matchAll(/`([a-z][\w.-]*\.)\$\{/g), ([, prefix = '']) => prefix);
  return { ids, prefixes };
}
