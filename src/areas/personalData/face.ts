import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { legalLineIn, type Brand } from '../../law/brand.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Row, Table } from '../../tables/table.ts';
import { clientById } from '../session/face.ts';
import { countRecords, gather, type Field } from './gathering.ts';

export { countRecords as recordCount } from './gathering.ts';
export { writeRecords } from './written.ts';

export interface RecordsReader {
  readonly say: Say;
  readonly language: LanguageKey;
  readonly brand: Brand;
  readonly now: Date;
}

/** Everything that the broker keeps of a client and may tell them (readings, decision 29), as a table. Undefined for nobody. */
export async function personalRecords(
  sql: Sql,
  client: ClientId,
  { say, language, brand, now }: RecordsReader,
): Promise<{ readonly table: Table; readonly rows: number } | undefined> {
  const found = await clientById(sql, client);
  if (!found) return undefined;
  const name = `${found.firstName} ${found.lastName}`.trim();
  const drawn = new Intl.DateTimeFormat(languages[language].formats, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  const table: Table = {
    name: 'personal-data',
    title: say('personalData.file.title'),
    reader: readerIn(language, say),
    head: [
      { label: say('statement.company'), value: legalLineIn(brand.companies[found.profile.company], language) },
      { label: say('statement.client'), value: name === '' ? String(client) : `${name} · ${client}` },
      { label: say('statement.drawn'), value: say('statement.utc', { at: drawn.format(now) }) },
      { label: say('personalData.file.keptBack'), value: say('personalData.file.keptBack.text') },
    ],
    columns: [
      { title: say('personalData.file.kind'), kind: 'text', share: 2 },
      { title: say('personalData.file.record'), kind: 'code', share: 3 },
      { title: say('personalData.file.place'), kind: 'code', share: 1 },
      { title: say('personalData.file.field'), kind: 'code', share: 3 },
      { title: say('personalData.file.value'), kind: 'text', share: 6 },
    ],
    rows: told(gather(sql, client), say),
  };
  return { table, rows: await countRecords(sql, client) };
}

async function* told(pages: AsyncIterable<readonly Field[]>, say: Say): AsyncGenerator<readonly Row[]> {
  for await (const page of pages)
    yield page.map(([kind, record, place, field, value]) => [say(`personalData.kind.${kind}`), record, place, field, value]);
}
