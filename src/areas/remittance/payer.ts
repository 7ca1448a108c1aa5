/**
 * Whether a payer's name can be the client's own, as both were written somewhere: "MR J SMITH" is John Smith, "Smith John
 * Peter" too, and a name that a provider has cut off is still itself (trade rules: no third-party money). Undefined when
 * that cannot be told: no name, or two names in different scripts.
 */
export function mayBeSamePerson(client: string, payer: string): boolean | undefined {
  const [ours, theirs] = [wordsOf(client), wordsOf(payer)];
  if (ours.length === 0 || theirs.length === 0 || isLatin(ours) !== isLatin(theirs)) return undefined;
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  return fewer.every((word) => more.some((other) => beginsAlike(word, other))) && fewer.some((word) => isWhole(word, more));
}

/** Without marks and capitals: how a card's embosser or a bank's form changes a name. */
function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

function isLatin(words: readonly string[]): boolean {
  return /\p{Script=Latin}/u.test(words.join(''));
}

/** An initial, a short form or a name that was cut off. */
function beginsAlike(first: string, second: string): boolean {
  return first.startsWith(second) || second.startsWith(first);
}

function isWhole(word: string, words: readonly string[]): boolean {
  return words.includes(word) && word.length > 1;
}
