/* Passwords that were found in breaches, from a list that ships with the program: nobody outside is asked about any. */

/** Letters that are commonly written with other signs. */
const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let known: Promise<ReadonlySet<string>> | undefined;

/** Some hundred kilobytes, read when the first password is chosen. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}

/** Whether everybody who guesses tries it soon: as it is, in whichever case, or with signs in the place of letters. */
export async function isBreached(password: string): Promise<boolean> {
  known ??= load();
  const words = await known;
  const lower = password.toLowerCase();
  return words.has(lower) || words.has(unsigned(lower));
}

function unsigned(text: string): string {
  return Array.from(text, (sign) => signs[sign] ?? sign).join('');
}
