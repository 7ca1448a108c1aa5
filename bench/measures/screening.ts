import { indexNames } from '../../src/areas/screening/names/nameIndex.ts';
import type { ScreenedPerson } from '../../src/areas/screening/names/scoring.ts';
import { screeningSettings } from '../../src/areas/screening/settings.ts';
import { openChance, type Chance } from '../screening/chance.ts';
import { somebody, type Person } from '../screening/people.ts';
import { twisted, twists, typedBirthDate, usual, type Twist } from '../screening/planting.ts';
import type { Figure } from './figure.ts';

const sizes = { entries: 100_000, clients: 10_000, planted: 2000 };
const targets = { seconds: 60, recall: 0.98, falseHits: 0.01 };

interface Entry extends ScreenedPerson {
  readonly place: number;
}

interface Client extends ScreenedPerson {
  /** The entry that this client is, and how the name was twisted; left out: is on no list. */
  readonly planted?: { readonly place: number; readonly twist: Twist };
}

/** Issue: 10 000 clients against a list of 100 000 names, in the time of one core; who was planted is found, and nobody else. */
export async function measureScreening(): Promise<Figure[]> {
  const chance = openChance(20_261_123);
  const people = Array.from({ length: sizes.entries }, () => somebody(chance));
  const entries = people.map((person, place) => listed(person, place, chance));
  const clients = Array.from({ length: sizes.clients }, (_, count) => client(people, count, chance));
  const least = screeningSettings.shipped.screening.leastPoints;
  const begun = process.cpuUsage();
  const index = indexNames(entries);
  const found = clients.map((each) => index.find(each, least).map(({ entry }) => entry.place));
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1_000_000;
  const planted = clients.flatMap((each, at) =>
    each.planted ? [{ ...each.planted, isFound: found[at]?.includes(each.planted.place) }] : [],
  );
  const recall = planted.filter(({ isFound }) => isFound).length / planted.length;
  const others = clients.flatMap((each, at) => (each.planted ? [] : [found[at]?.length ?? 0]));
  const falseHits = others.filter((hits) => hits > 0).length / others.length;
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const missed = twists
    .map((twist) => ({ twist, of: planted.filter((each) => each.twist === twist) }))
    .map(({ twist, of }) => `${twist} ${of.filter(({ isFound }) => !isFound).length}/${of.length}`);
  process.stdout.write(`screening, missed of each twist: ${missed.join(', ')}\n`);
  return [
    {
      what: `screening ${sizes.clients} clients against ${sizes.entries} names, one core`,
      value: `${seconds.toFixed(1)} s`,
      target: `≤ ${targets.seconds} s`,
      isMet: seconds <= targets.seconds,
    },
    {
      what: `planted variants found (${planted.length})`,
      value: percent(recall),
      target: `≥ ${percent(targets.recall)}`,
      isMet: recall >= targets.recall,
    },
    {
      what: `false hits (clients of ${others.length} on no list)`,
      value: percent(falseHits),
      target: `≤ ${percent(targets.falseHits)}`,
      isMet: falseHits <= targets.falseHits,
    },
  ];
}

/** As lists know people: some without a day of birth or with a year alone, some by their own script too. */
function listed(person: Person, place: number, chance: Chance): Entry {
  const share = chance.next();
  const { birthDate } = person;
  const names = [usual(person.words)];
  if (chance.isLess(0.2)) names.push(person.words.map(({ own }) => own).join(person.culture === 'chinese' ? '' : ' '));
  return {
    place,
    names,
    birthDates: share < 0.15 ? [] : share < 0.3 ? [birthDate.slice(0, 4)] : [birthDate],
    countries: chance.isLess(0.1) ? [] : [person.country],
  };
}

function client(people: readonly Person[], count: number, chance: Chance): Client {
  if (count >= sizes.planted) {
    const person = somebody(chance);
    return { names: [usual(person.words)], birthDates: [person.birthDate], countries: [person.country] };
  }
  const place = chance.below(people.length);
  const person = people[place];
  if (!person) throw new RangeError(`there is no entry ${place}`);
  const twist = chance.of(twists);
  return {
    names: [twisted(person, twist, chance)],
    birthDates: [typedBirthDate(person.birthDate, chance)],
    countries: [chance.isLess(0.8) ? person.country : somebody(chance).country],
    planted: { place, twist },
  };
}
