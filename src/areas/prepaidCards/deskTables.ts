import { z } from 'zod';
import { deskTable, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import { cardPhases, type CardAtDesk } from './contract.ts';
import { cardColumns, readCardSearch } from './rules.ts';
import { cardAtDesk } from './shown.ts';
import { cardsListed, type CardFilters } from './store.ts';

const pageSize = 250;

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'prepaidCards.list',
    title: 'desk.nav.prepaidCards',
    right: 'transfers',
    asked: z.object({ phase: z.enum(cardPhases).optional(), search: z.string().trim().max(60).optional() }),
    columns: cardColumns,
    rows: ({ phase, search }, needs) => pagesOf({ phase, search: readCardSearch(search) }, needs),
  }),
];

async function* pagesOf(filters: CardFilters, { sql }: DeskTableNeeds): AsyncGenerator<readonly CardAtDesk[]> {
  let before: number | undefined;
  for (;;) {
    const page = await cardsListed(sql, { ...filters, before, limit: pageSize });
    if (page.length > 0) yield page.map(cardAtDesk);
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
