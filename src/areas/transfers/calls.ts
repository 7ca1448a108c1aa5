import { writeTimeCursor } from '../../base/cursor.ts';
import { rowNumber, remittanceId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { RegionClient } from '../../law/regions/index.ts';
import { isReversed } from '../../protocol/period.ts';
import type { Settings } from '../../settings/index.ts';
import { writeTable } from '../../tables/write.ts';
import { keepFile } from '../files/face.ts';
import { fundingAccountNamesOf } from '../fundingAccounts/face.ts';
import {
  askWhetherPaid,
  cancelUnpaid,
  remittanceOf,
  takeWhatArrived,
  type Engine,
  type EngineNeeds,
  type Remittance,
} from '../payments/face.ts';
import { mostPapers, numberedPages, type transfersContract } from './contract.ts';
import { filtersOf } from './filters.ts';
import { countTransfers, depositsHinted, listTransfers, openTransfers, type ListFilters } from './lists.ts';
import { nextActOf } from './next.ts';
import { paperCame, paperWaitedFor } from './papers.ts';
import { readCursor, takesPaper } from './rules.ts';
import { aboutTransfer, shownDetails, shownLine, type DetailsReader } from './shown.ts';
import { transfersTable } from './asTable.ts';

export interface Needs extends EngineNeeds {
  readonly engine: Engine;
  readonly words: { in(language: LanguageKey): Say };
}

const overviewSize = 10;

export const calls = (app: Needs) => {
  const readerOf: ReaderOf = async (ctx) => ({
    say: app.words.in(ctx.language),
    fundingAccountNames: await fundingAccountNamesOf(ctx.sql, ctx.client.id),
    now: ctx.now,
    settings: ctx.settings,
    region: ctx.client.profile,
  });
  return { ...lists(readerOf), ...acts(app, readerOf) } satisfies Calls;
};

type Calls = Handlers<typeof transfersContract>;
type ReaderOf = (ctx: AskContext) => Promise<DetailsReader>;

function lists(readerOf: ReaderOf) {
  return {
    async transfers(input, ctx) {
      if (input.tid !== undefined) {
        const remittance = await ownTransfer(ctx, input.tid);
        if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
        return { transfer: await shownDetails(ctx.sql, remittance, await readerOf(ctx)) };
      }
      if (isReversed(input)) return ctx.refuse('period_reversed', { field: 'from' });
      const after = input.after === undefined ? undefined : readCursor(input.after);
      if (input.after !== undefined && !after) return ctx.refuse('bad_cursor', { field: 'after' });
      const limit = input.limit ?? ctx.settings.lists.pageSize;
      const filters = filtersOf(ctx.client.id, input);
      const page = after || input.page === undefined ? null : await pageThereIs(ctx.sql, filters, { page: input.page, limit });
      const found = await listTransfers(ctx.sql, filters, { after, offset: ((page ?? 1) - 1) * limit, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const reader = await readerOf(ctx);
      return {
        transfers: shown.map((each) => shownLine(each, reader)),
        page,
        next: found.length > limit && last ? writeTimeCursor({ at: last.createdAt, id: last.id }) : null,
      };
    },

    async overview(_input, ctx) {
      const reader = await readerOf(ctx);
      const everything = filtersOf(ctx.client.id, {});
      const open = await openTransfers(ctx.sql, ctx.client.id, overviewSize);
      const limit = overviewSize + open.length;
      const latest = await listTransfers(ctx.sql, everything, { after: undefined, offset: 0, limit });
      const ended = latest.filter((each) => !nextActOf(each, ctx.now)).slice(0, overviewSize);
      return { under_way: open.map((each) => shownLine(each, reader)), recent: ended.map((each) => shownLine(each, reader)) };
    },

    async find({ q }, ctx) {
      const plain = q.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
      const reader = await readerOf(ctx);
      const found = await depositsHinted(ctx.sql, { clientId: ctx.client.id, plain, typed: q });
      return { deposits: await Promise.all(found.map(async (each) => foundOf(ctx.sql, each, reader))) };
    },

    async spreadsheet(input, ctx) {
      if (isReversed(input)) return ctx.refuse('period_reversed', { field: 'from' });
      const filters = filtersOf(ctx.client.id, input);
      const table = transfersTable({
        sql: ctx.sql,
        filters,
        reader: await readerOf(ctx),
        language: ctx.language,
        mostRows: ctx.settings.lists.exportRows,
      });
      return writeTable(table, 'xlsx');
    },
  } satisfies Partial<Calls>;
}

async function foundOf(sql: Sql, remittance: Remittance, reader: DetailsReader) {
  const { timeline, next, move_on } = await shownDetails(sql, remittance, reader);
  return { ...shownLine(remittance, reader), text: next?.text ?? timeline.at(-1)?.text ?? '', move_on };
}

/** Readings §32: what lies behind the last page is the last page. */
async function pageThereIs(
  sql: Sql,
  filters: ListFilters,
  asked: { readonly page: number; readonly limit: number },
): Promise<number> {
  if (asked.page === 1) return 1;
  const page = Math.min(asked.page, numberedPages);
  const count = await countTransfers(sql, filters, page * asked.limit);
  return Math.max(1, Math.min(page, Math.ceil(count / asked.limit)));
}

/** What a client does on these screens; the money moves in remittance. */
function acts(app: Needs, readerOf: ReaderOf) {
  const { engine } = app;
  return {
    async cancel(input, ctx) {
      const remittance = await ownTransfer(ctx, input.tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      const cancelled = await cancelUnpaid({ needs: app, engine, run: ctx }, remittance);
      if (!cancelled) return ctx.refuse('cannot_cancel', { field: 'tid' });
      if (cancelled === 'rate_changed') return ctx.refuse('cancel_rate_changed', { field: 'tid' });
      return { transfer: await shownDetails(ctx.sql, cancelled, await readerOf(ctx)) };
    },

    async accept(input, ctx) {
      const remittance = await ownTransfer(ctx, input.tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      const accepted = await takeWhatArrived(engine, ctx, remittance);
      return { transfer: await shownDetails(ctx.sql, accepted, await readerOf(ctx)) };
    },

    async paper({ tid, file }, ctx) {
      const remittance = await ownTransfer(ctx, tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      if (!takesPaper(remittance) && !(await paperWaitedFor(ctx.sql, remittance)))
        return ctx.refuse('no_paper_wanted', { field: 'file' });
      const reader = await readerOf(ctx);
      const { takes_paper: mayMore } = await shownDetails(ctx.sql, remittance, reader);
      if (!mayMore) return ctx.refuse('too_many_papers', { field: 'file', values: { most: mostPapers } });
      await keepFile(ctx.sql, file, aboutTransfer(remittance));
      await paperCame(ctx.sql, remittance, ctx.now);
      return { transfer: await shownDetails(ctx.sql, remittance, reader) };
    },

    async result(input, ctx) {
      const remittance = await ownTransfer(ctx, input.tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      const asked = await askWhetherPaid({ needs: app, engine, run: ctx }, remittance);
      return { transfer: await shownDetails(ctx.sql, asked, await readerOf(ctx)) };
    },
  } satisfies Partial<Calls>;
}

interface AskContext {
  readonly sql: Sql;
  readonly client: { readonly id: ClientId; readonly profile: RegionClient };
  readonly language: LanguageKey;
  readonly now: Date;
  readonly settings: Settings;
}

/** A saved transfer of the caller's own. */
async function ownTransfer(ctx: Pick<AskContext, 'sql' | 'client'>, tid: string | number): Promise<Remittance | undefined> {
  const id = rowNumber(tid);
  const remittance = id === undefined ? undefined : await remittanceOf(ctx.sql, remittanceId(id));
  return remittance?.clientId === ctx.client.id && remittance.savedAt ? remittance : undefined;
}
