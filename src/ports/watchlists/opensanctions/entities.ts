import { z } from 'zod';
import type { ListedPerson, ListingKind } from '../port.ts';
import { countriesOf, datesOf } from './values.ts';

/*
 * OpenSanctions' entities (entities.ftm.json; opensanctions.org/docs/bulk/json): a FollowTheMoney entity a line, persons among much else. What somebody
 * is on the list for stands in `topics`: `sanction…`, `role.pep` (politically exposed) and `role.rca` (near to one).
 */

const values = z.array(z.string()).optional();
const entity = z.object({
  id: z.string().min(1),
  schema: z.string(),
  caption: z.string().optional(),
  properties: z.object({
    name: values,
    alias: values,
    weakAlias: values,
    birthDate: values,
    country: values,
    nationality: values,
    citizenship: values,
    topics: values,
    position: values,
    program: values,
  }),
});

export function readEntities(text: string, kind: ListingKind) {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const persons: ListedPerson[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end);
    at = end + 1;
    if (line.trim() === '') continue;
    const read = entity.parse(JSON.parse(line));
    if (read.schema === 'Person') persons.push(...personOf(read, kind));
  }
  return { publishedAt: null, persons };
}

function personOf({ id, caption, properties: of }: z.output<typeof entity>, kind: ListingKind): ListedPerson[] {
  const names = [...(of.name ?? []), ...(of.alias ?? []), ...(caption === undefined ? [] : [caption])].filter(
    (name) => name.trim() !== '',
  );
  if (names.length === 0) throw new Error(`the entity ${id} has no name`);
  const topics = of.topics ?? [];
  const isSanctioned = topics.some((topic) => topic === 'sanction' || topic.startsWith('sanction.'));
  const isExposed = topics.some((topic) => topic.startsWith('role.pep') || topic.startsWith('role.rca'));
  // Somebody is named there for other reasons too: crimes, disqualifications, or as kin of no office.
  if (topics.length > 0 && !isSanctioned && !isExposed) return [];
  return [
    {
      key: id,
      kind: isSanctioned ? 'sanctions' : isExposed ? 'pep' : kind,
      names: [...new Set(names)],
      birthDates: datesOf(of.birthDate ?? []),
      countries: countriesOf([...(of.country ?? []), ...(of.nationality ?? []), ...(of.citizenship ?? [])]),
      reasons: [...(of.program ?? []), ...(of.position ?? [])].slice(0, 20),
    },
  ];
}
