/** Names of countries as OFAC writes them, where the common English name is another one. */
const otherNames: Readonly<Record<string, string>> = {
  burma: 'MM',
  'congo, democratic republic of the': 'CD',
  'congo, republic of the': 'CG',
  'cote d ivoire': 'CI',
  'czech republic': 'CZ',
  'korea, north': 'KP',
  'korea, south': 'KR',
  macau: 'MO',
  palestinian: 'PS',
  'region: gaza': 'PS',
  'west bank': 'PS',
  'the gambia': 'GM',
  bahamas: 'BS',
  'bahamas, the': 'BS',
  turkey: 'TR',
  'region: crimea': 'UA',
  'russian federation': 'RU',
};

let known: ReadonlyMap<string, string> | undefined;

/** ISO 3166 alpha-2 of a country by its English name; undefined where it is none. */
export function countryNamed(name: string): string | undefined {
  known ??= namesOfAll();
  const plain = name.trim().toLowerCase();
  return otherNames[plain] ?? known.get(plain);
}

function namesOfAll(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[name.toLowerCase().replace(' & ', ' and '), code] as const];
    }),
  );
}
