import { z } from 'zod';
import { inDigits } from '../../protocol/digits.ts';
import { isReversed, periodOf } from '../../protocol/period.ts';
import { deskTable, onePage, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import { auditFilters, type ShownEvent } from './contract.ts';
import { confidential, eventColumns, refusalColumns, traceColumns } from './rules.ts';
import { shownCount, shownEvent } from './shown.ts';
import { countEvents, findEvents, latestRefusals, latestTraces, type EventFilters } from './store.ts';

const pageSize = 500;
const right = 'read_audit';
/** As many counts as the trace of four hundred days can have of a busy broker. */
const mostCounts = 50_000;

const asked = z.object(auditFilters).refine((filters) => !isReversed(filters));

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'audit.events',
    title: 'desk.nav.audit',
    right,
    asked,
    columns: eventColumns,
    rows: (filters, needs) => pagesOf(filtersOf(filters), needs),
    count: (filters, { sql, mostRows }) => countEvents(sql, filtersOf(filters), mostRows),
  }),
  deskTable({
    key: 'audit.traces',
    title: 'audit.traces',
    right,
    asked: z.object({ client_id: inDigits(z.int().positive()).optional() }),
    columns: traceColumns,
    rows: ({ client_id: clientId }, { sql }) =>
      onePage(latestTraces(sql, { clientId, limit: mostCounts }).then((rows) => rows.map(shownCount))),
  }),
  deskTable({
    key: 'audit.refusals',
    title: 'audit.refusals',
    right,
    asked: z.object({}),
    columns: refusalColumns,
    rows: (_asked, { sql }) => onePage(latestRefusals(sql, mostCounts).then((rows) => rows.map(shownCount))),
  }),
];

/** A file is handed on: what few may know of stays out of it, whoever asks. */
function filtersOf(filters: z.output<typeof asked>): EventFilters {
  const { client_id: clientId, actor, action } = filters;
  return { clientId, actor: actor || undefined, action: action || undefined, ...periodOf(filters), hidden: confidential };
}

async function* pagesOf(filters: EventFilters, { sql }: DeskTableNeeds): AsyncGenerator<readonly ShownEvent[]> {
  let before: bigint | undefined;
  for (;;) {
    const page = await findEvents(sql, filters, { before, limit: pageSize });
    if (page.length > 0) yield page.map(shownEvent);
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
