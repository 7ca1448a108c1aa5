import { z } from 'zod';
import { deskTable, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import type { CaseItem, QueueName } from './contract.ts';
import type { Queue } from './face.ts';
import { caseColumns } from './rules.ts';
import { shown } from './shown.ts';
import { countOpen, openCases } from './store.ts';

const pageSize = 250;

/** Each queue, for whoever works on it. */
export const deskTables = ({ queues }: { readonly queues: readonly Queue[] }): readonly DeskTable[] =>
  [...new Map(queues.map((queue) => [queue.name, queue])).values()].map(({ name, right }) =>
    deskTable({
      key: `queues/${name}`,
      title: `cases.queue.${name}`,
      right,
      asked: z.object({}),
      columns: caseColumns,
      rows: (_asked, needs) => pagesOf(name, needs),
      count: (_asked, { sql, mostRows }) => countOpen(sql, name, mostRows),
    }),
  );

async function* pagesOf(queue: QueueName, { sql, now }: DeskTableNeeds): AsyncGenerator<readonly CaseItem[]> {
  let last = 0;
  for (;;) {
    const page = await openCases(sql, { queue, after: last, limit: pageSize });
    if (page.length > 0) yield page.map((row) => shown(row, now));
    last = page.at(-1)?.id ?? last;
    if (page.length < pageSize) return;
  }
}
