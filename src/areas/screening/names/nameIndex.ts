import { keysOf } from './keys.ts';
import { prepare, scoreOf, type PreparedPerson, type Score, type ScreenedPerson } from './scoring.ts';

/** Entries of lists as they are looked up by name, in memory. */
export interface NameIndex<Entry extends ScreenedPerson> {
  /** All entries that come to so many points for that client. */
  find(client: ScreenedPerson, least: number): readonly { readonly entry: Entry; readonly score: Score }[];
}

export function indexNames<Entry extends ScreenedPerson>(entries: Iterable<Entry>): NameIndex<Entry> {
  const prepared: { readonly entry: Entry; readonly person: PreparedPerson }[] = [];
  const places = new Map<string, number[]>();
  const wholes = new Map<string, number[]>();
  for (const entry of entries) {
    const person = prepare(entry);
    const place = prepared.push({ entry, person }) - 1;
    for (const key of keysOfPerson(person).flatMap((each) => yearsOf(person, 0).map((year) => each + year))) {
      const known = places.get(key);
      if (known) known.push(place);
      else places.set(key, [place]);
    }
    for (const key of wholeKeys(person)) {
      const known = wholes.get(key);
      if (known) known.push(place);
      else wholes.set(key, [place]);
    }
  }
  return {
    find(client, least) {
      const person = prepare(client);
      const seen = new Set<number>();
      const found: { entry: Entry; score: Score }[] = [];
      const years = person.years.length === 0 ? everyYear : ['', ...yearsOf(person, 1)];
      const look = (place: number) => {
        const known = prepared[place];
        if (!known || seen.has(place)) return;
        seen.add(place);
        const score = scoreOf(person, known.person, least);
        if (score) found.push({ entry: known.entry, score });
      };
      for (const key of keysOfPerson(person).flatMap((each) => years.map((year) => each + year)))
        for (const place of places.get(key) ?? []) look(place);
      // Born in whichever year: what is typed is not proven.
      if (client.isBirthDateProven !== true)
        for (const key of wholeKeys(person)) for (const place of wholes.get(key) ?? []) look(place);
      return found;
    },
  };
}

const years = { first: 1850, last: 2050 };
const everyYear = ['', ...Array.from({ length: years.last - years.first + 1 }, (_, at) => String(years.first + at))];

/**
 * Entries stand under their keys by the year of birth, and apart where nobody knows it: most of those who share a key with a client were
 * born in another year, and are never looked at.
 */
function yearsOf(person: PreparedPerson, around: number): string[] {
  const found = new Set<string>();
  for (const { from, till } of person.years) {
    const last = Math.min(till + around, years.last);
    for (let year = Math.max(from - around, years.first); year <= last; year += 1) found.add(String(year));
  }
  return found.size === 0 ? [''] : [...found];
}

/** The very same words in whatever order, and the same country. */
function wholeKeys({ spelled, countries }: PreparedPerson): string[] {
  const names = spelled.map(({ tokens }) =>
    tokens
      .map(({ text, bare }) => bare?.text ?? text)
      .toSorted()
      .join(' '),
  );
  return [...new Set(names.flatMap((name) => countries.map((country) => `${country} ${name}`)))];
}

/** Of all its names, each once. */
export function keysOfPerson({ spelled }: PreparedPerson): string[] {
  return [...new Set(spelled.flatMap(keysOf))];
}
