/** What `npm run audit` has to say that it looked at, and how much of each there must be for it to mean anything. */
const covered: Readonly<Record<string, RegExp>> = {
  'seals of the chain': /^chain +(\d+) seals of \d+ eras?, /m,
  'events, movements and entries under them':
    /^ +over (\d+) events, ([1-9]\d*) movements, ([1-9]\d*) entries, ([1-9]\d*) accounts$/m,
  'anchors outside the database': /^anchors +(\d+) written down in the [1-9]\d* × \d+ minutes/m,
  'anchors that the chain agrees with': /^ +(\d+) stand in the chain so, \d+ were given up/m,
  balances: /^balances +(\d+) accounts, \d+ open holds and [1-9]\d* entries, recomputed from the first$/m,
};

/** What the answer of `npm run audit` does not say it has looked at, or of which there was nothing. */
export function uncovered(text: string): string[] {
  return Object.entries(covered)
    .filter(([, line]) => !(Number(line.exec(text)?.[1]) > 0))
    .map(([what]) => `npm run audit does not say that it looked at any ${what}`);
}
