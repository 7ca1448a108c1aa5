import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';

/** A catalog's sentences by their ids, in ICU MessageFormat. Empty translations are left out. */
export function readCatalog(text: string): ReadonlyMap<string, string> {
  const sentences = new Map<string, string>();
  for (const item of PO.parse(text).items) {
    const sentence = item.msgstr[0] ?? '';
    if (item.obsolete || sentence === '') continue;
    if (sentences.has(item.msgid)) throw new Error(`${item.msgid} is there twice`);
    sentences.set(item.msgid, sentence);
  }
  return sentences;
}

/** What the server alone says: its sentences reach the browser inside answers, so no catalog carries them there. */
const serverMade = ['error.', 'mail.', 'sms.', 'notice.', 'gate.'];

/** The tokens that @lingui/core runs, by id, of the sentences that the browser needs. Throws on a broken sentence. */
export function compileCatalog(sentences: ReadonlyMap<string, string>): Record<string, unknown> {
  const compiled: Record<string, unknown> = {};
  for (const [id, sentence] of sentences) {
    if (serverMade.some((prefix) => id.startsWith(prefix))) continue;
    compiled[id] = compileMessageOrThrow(sentence);
  }
  return compiled;
}

/** The values that a sentence takes ({amount}, {count, plural, …}), to compare a translation with its original. */
export function positionsOf(sentence: string): ReadonlySet<string> {
  const places = new Set<string>();
  collectPlaces(compileMessageOrThrow(sentence), places);
  return places;
}

function collectPlaces(tokens: unknown, places: Set<string>): void {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [name, , cases] = token;
    if (typeof name === 'string') places.add(name);
    if (cases !== null && typeof cases === 'object') for (const inner of Object.values(cases)) collectPlaces(inner, places);
  }
}
