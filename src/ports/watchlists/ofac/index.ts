import { XMLParser } from 'fast-xml-parser';
import type { ListedPerson, ListingKind } from '../port.ts';
import { countryNamed } from './countryNames.ts';
import { birthDateOf } from './dates.ts';

/*
 * OFAC's list of Specially Designated Nationals in its classic XML (SDN.XML; ofac.treasury.gov, "Specially Designated Nationals and Blocked Persons
 * Data Specification"): `sdnList` of `publshInformation` (OFAC's own spelling) with `Publish_Date` and `Record_Count`, then `sdnEntry`s.
 */

const lists = ['program', 'aka', 'dateOfBirthItem', 'nationality', 'citizenship', 'address'] as const;

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => (lists as readonly string[]).includes(name),
});

interface Named {
  readonly firstName?: string;
  readonly lastName?: string;
}

interface SdnEntry extends Named {
  readonly uid?: string;
  readonly sdnType?: string;
  readonly programList?: { readonly program?: readonly string[] };
  readonly akaList?: { readonly aka?: readonly Named[] };
  readonly dateOfBirthList?: { readonly dateOfBirthItem?: readonly { readonly dateOfBirth?: string }[] };
  readonly nationalityList?: { readonly nationality?: readonly { readonly country?: string }[] };
  readonly citizenshipList?: { readonly citizenship?: readonly { readonly country?: string }[] };
  readonly addressList?: { readonly address?: readonly { readonly country?: string }[] };
}

/** Entry by entry, so that no more than one of them is a tree in memory. Half a file throws: it lacks its end, or entries that it counts. */
export function readSdn(text: string, kind: ListingKind) {
  if (!/<sdnList[\s>]/.test(text.slice(0, 2000))) throw new Error('the file is no list of OFAC');
  if (!/<\/sdnList>\s*$/.test(text.slice(-200))) throw new Error('the file has no end');
  const head = text.slice(0, text.indexOf('<sdnEntry>') + 1);
  const entries = [...entriesIn(text)];
  const counted = /<Record_Count>\s*(\d+)\s*<\/Record_Count>/.exec(head)?.[1];
  if (counted === undefined) throw new Error('the file does not say how many entries it has');
  if (Number(counted) !== entries.length)
    throw new Error(`the file says that it has ${counted} entries and has ${entries.length}`);
  const published = /<Publish_Date>\s*(\d\d)\/(\d\d)\/(\d{4})\s*<\/Publish_Date>/.exec(head);
  return {
    publishedAt: published ? `${published[3]}-${published[1]}-${published[2]}` : null,
    persons: entries.flatMap((each) => personOf(each, kind)),
  };
}

function* entriesIn(text: string): Generator<SdnEntry> {
  const [opening, closing] = ['<sdnEntry>', '</sdnEntry>'];
  for (let at = text.indexOf(opening); at >= 0;) {
    const end = text.indexOf(closing, at);
    if (end < 0) throw new Error('an entry has no end');
    const { sdnEntry } = parser.parse(text.slice(at, end + closing.length)) as { sdnEntry: SdnEntry };
    yield sdnEntry;
    at = text.indexOf(opening, end);
  }
}

function personOf(entry: SdnEntry, kind: ListingKind): ListedPerson[] {
  if (entry.sdnType !== 'Individual') return [];
  const { uid } = entry;
  if (uid === undefined || !/^\d+$/.test(uid)) throw new Error('an entry has no number');
  const countries = [
    ...(entry.nationalityList?.nationality ?? []),
    ...(entry.citizenshipList?.citizenship ?? []),
    ...(entry.addressList?.address ?? []),
  ].flatMap(({ country }) => (country === undefined ? [] : (countryNamed(country) ?? [])));
  const names = [entry, ...(entry.akaList?.aka ?? [])].map(nameOf).filter((name) => name !== '');
  if (names.length === 0) throw new Error(`entry ${uid} has no name`);
  const dates = entry.dateOfBirthList?.dateOfBirthItem ?? [];
  return [
    {
      key: uid,
      kind,
      names: [...new Set(names)],
      birthDates: [...new Set(dates.flatMap(({ dateOfBirth }) => birthDateOf(dateOfBirth ?? '') ?? []))],
      countries: [...new Set(countries)],
      reasons: entry.programList?.program ?? [],
    },
  ];
}

function nameOf({ firstName = '', lastName = '' }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
