import { parse } from 'csv-parse/sync';
import type { ListedPerson, ListingKind } from '../port.ts';
import { countriesOf, datesOf } from './values.ts';

/*
 * OpenSanctions' simple list of targets (targets.simple.csv; opensanctions.org/docs/bulk/csv): a line each, its columns named in the first, values that
 * are several divided by semicolons. Only the columns below are asked for: publishers have added others over the years.
 */

const columns = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'sanctions'] as const;
type Row = Readonly<Record<(typeof columns)[number], string>>;

export function readTargets(text: string, kind: ListingKind) {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const header = text
    .slice(0, text.indexOf('\n'))
    .replaceAll('"', '')
    .trim()
    .replace(/^\uFEFF/, '')
    .split(',');
  const missing = columns.find((column) => !header.includes(column));
  if (missing !== undefined) throw new Error(`the file has no column ${missing}`);
  // A line with more or fewer values than columns throws.
  const rows = parse(text, { columns: true, bom: true }) as Row[];
  return { publishedAt: null, persons: rows.flatMap((row) => personOf(row, kind)) };
}

function personOf(row: Row, kind: ListingKind): ListedPerson[] {
  if (row.schema !== 'Person') return [];
  const many = (value: string) =>
    value
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const names = [row.name.trim(), ...many(row.aliases)].filter((name) => name !== '');
  if (row.id === '' || names.length === 0) throw new Error('a line has no number or no name');
  return [
    {
      key: row.id,
      kind: row.sanctions.trim() === '' ? kind : 'sanctions',
      names: [...new Set(names)],
      birthDates: datesOf(many(row.birth_date)),
      countries: countriesOf(many(row.countries)),
      reasons: many(row.sanctions).slice(0, 20),
    },
  ];
}
