import anyAscii from 'any-ascii';

/** One word of a name, in Latin letters. */
export interface Token {
  readonly text: string;
  /** Its consonants by how they sound: what stays the same however a name is carried over from another script. */
  readonly skeleton: string;
  /** Without what may be an article or a particle that was written as one with it. */
  readonly bare?: { readonly text: string; readonly skeleton: string };
}

export interface SpelledName {
  readonly tokens: readonly Token[];
  /** Written in a script that leaves out vowels: only skeletons can be compared. */
  readonly isConsonantal: boolean;
}

/** More words than a name has; what lies behind is not looked at. */
const mostTokens = 7;
/** Words between names, and titles before them, which one list has and the other has not. */
const particles = new Set(
  (
    'al el ul as ad ar an ash bin ben ibn bint van von der den de da do dos das di del della la le les y e zu zum ter ten af av ould oglu ' +
    'ogly kyzy jr sr ii iii mr mrs ms miss dr prof sir sheikh shaikh shaykh haji hajji hadji hajj mullah maulvi general gen col'
  ).split(' '),
);

/** A name as it is compared: words in Latin letters without marks, particles and titles. */
export function spell(name: string): SpelledName {
  const whole = name.normalize('NFKC').slice(0, 300);
  const words = whole.match(/[\p{L}\p{M}'’ʼ`´]+/gu) ?? [];
  const latin = joinServants(words.flatMap(latinWords));
  const kept = latin.filter((word) => !particles.has(word));
  const texts = (kept.length >= 2 || kept.length === latin.length ? kept : latin).slice(0, mostTokens);
  return {
    tokens: texts.map(tokenOf),
    isConsonantal: isConsonants(whole),
  };
}

/** "Alassad", "Binladen". */
const glued = /^(?:al|el|as|ar|an|bin|ibn|ben|abu)(?=[a-z]{3})/;

function tokenOf(word: string): Token {
  const token = { text: word.replaceAll(parted, ''), skeleton: skeletonOf(word) };
  const bare = word.replace(glued, '');
  return bare === word ? token : { ...token, bare: { text: bare, skeleton: skeletonOf(bare) } };
}

/**
 * One word of another script is one of ours; of a script that writes syllables, one for each. Between the letters of one that leaves out
 * vowels stands a mark, so that two of them are not read as one sound.
 */
function latinWords(word: string): string[] {
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(word)) return [...word].map(lettersOf).filter((each) => each !== '');
  if (!isConsonants(word)) return [lettersOf(word)].filter((each) => each !== '');
  return [
    [...withoutArticle(word)]
      .map(lettersOf)
      .filter((each) => each !== '')
      .join(parted),
  ].filter((each) => each !== '');
}

const parted = '.';

function lettersOf(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

function isConsonants(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
}

/** The Arabic article and the word for a servant (of …) are written as one with what follows; the last letter may be an h or nothing. */
function withoutArticle(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ة$/u, 'ه')
    .replace(/ى$/u, 'ي');
  if (plain === 'عبد') return 'abd';
  if (plain.startsWith('عبدال')) return `abd${plain.slice(5)}`;
  return plain.startsWith('ال') && plain.length > 4 ? plain.slice(2) : plain;
}

/** "Abd al-Rahman", "Abdul Rahman" and "Abdurrahman" are one word. */
function joinServants(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^abd(?:[aeou]{1,2}[lrs]?)?$/.test(word)) {
      let next = at + 1;
      if (particles.has(words[next] ?? '')) next += 1;
      const of = words[next];
      if (of !== undefined) {
        joined.push(`abd${of}`);
        at = next;
        continue;
      }
    }
    joined.push(word.replace(/^abd[aeou]{1,2}[lr]?(?=[a-z]{3})/, 'abd'));
  }
  return joined;
}

const spellings =
  'shch:s tsch:k tch:k sch:s dzh:g dj:g kh:h gh:g sh:s sz:s ch:k cz:k ts:s tz:s zh:g ph:f th:t dh:t ck:k qu:k x:ks ' +
  'b:b p:b c:k k:k q:k g:g j:g d:t t:t s:s z:s f:f v:f m:m n:n l:l r:r h:h';
/** The sound of each way of writing one; vowels have none. */
const sounds: ReadonlyMap<string, string> = new Map(
  spellings.split(' ').map((each): [string, string] => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)]),
);
const letters = /shch|tsch|tch|sch|dzh|dj|kh|gh|sh|sz|ch|cz|ts|tz|zh|ph|th|dh|ck|qu|[a-z]/g;

function skeletonOf(text: string): string {
  const sounded = (text.startsWith('w') ? `f${text.slice(1)}` : text).replace(letters, (each) => sounds.get(each) ?? '');
  const plain = sounded.replaceAll(parted, '').replace(/(.)\1+/g, '$1');
  return plain.length > 1 && plain.endsWith('h') ? plain.slice(0, -1) : plain;
}
