import type { Table } from '../../tables/table.ts';

/** The same table for programs: records by their name, each with its fields. Written while it is read. */
export async function* writeRecords(table: Table): AsyncGenerator<Uint8Array> {
  const facts = Object.fromEntries(table.head.map(({ label, value }) => [label, value]));
  yield bytes(`{"about":${JSON.stringify({ title: table.title, ...facts })},"records":{`);
  let open: { readonly record: string; readonly place: string } | undefined;
  for await (const page of table.rows) {
    let text = '';
    for (const [, record = '', place = '', field = '', value = ''] of page) {
      if (open?.record === record && open.place === place) text += ',';
      else if (open?.record === record) text += '},{';
      else text += `${open ? '}],' : ''}${JSON.stringify(record)}:[{`;
      text += `${JSON.stringify(field)}:${JSON.stringify(value)}`;
      open = { record, place };
    }
    if (text !== '') yield bytes(text);
  }
  yield bytes(`${open ? '}]' : ''}}}\n`);
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
