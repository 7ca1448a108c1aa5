import { money } from '../../base/money.ts';
import { dayMs, after } from '../../base/time.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { methodOffered, termsIn } from '../../law/methods.ts';
import { post } from '../../ledger/book.ts';
import type { Sql } from '../../base/sql.ts';
import type { ContextOf, Handlers } from '../../wire/call.ts';
import { columnsOf, confirm, placeOfMethods, quoteFor, requireGate } from './confirm.ts';
import type { remittanceContract, TransferStatus, TransferType } from './contract.ts';
import { openEngine, type Engine } from './engine.ts';
import { changeTold, type Needs as EngineNeeds } from './work.ts';
import * as movements from './movements.ts';
import { mayAccept, mayCancel, readCursor, writeCursor } from './rules.ts';
import { save } from './save.ts';
import { settlePayment } from './settle.ts';
import { shownDetails, shownLine, type Say } from './shown.ts';
import { spreadsheetOf } from './spreadsheet.ts';
import { listTransfers, openTransfers, type ListFilters } from './lists.ts';
import { acceptArrived, remittanceOf, type Remittance } from './store.ts';

export interface Needs extends EngineNeeds {
  readonly words: { in(language: LanguageKey): Say };
}

const overviewSize = 10;

export const calls = (house: Needs) => {
  const engine = openEngine(house);
  return {
    async process(input, ctx) {
      if (input.action === 'confirm') return confirm(house, ctx, input);
      return save({ house, engine }, ctx, input);
    },

    async transfers(input, ctx) {
      const say = house.words.in(ctx.language);
      if (input.tid !== undefined) {
        const remittance = await ownTransfer(ctx, input.tid);
        if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
        return { transfer: await shownDetails(ctx.sql, remittance, say) };
      }
      const after = input.after === undefined ? undefined : readCursor(input.after);
      if (input.after !== undefined && !after) return ctx.refuse('bad_cursor', { field: 'after' });
      const limit = input.limit ?? ctx.settings.lists.pageSize;
      const offset = after || input.page === undefined ? 0 : (input.page - 1) * limit;
      const found = await listTransfers(ctx.sql, filtersOf(ctx.client.id, input), { after, offset, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        transfers: page.map((each) => shownLine(each, say)),
        next: found.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
      };
    },

    async overview(_input, ctx) {
      const say = house.words.in(ctx.language);
      const everything = filtersOf(ctx.client.id, {});
      const open = await openTransfers(ctx.sql, ctx.client.id, overviewSize);
      const recent = await listTransfers(ctx.sql, everything, { after: undefined, offset: 0, limit: overviewSize });
      return { under_way: open.map((each) => shownLine(each, say)), recent: recent.map((each) => shownLine(each, say)) };
    },

    async cancel(input, ctx) {
      const remittance = await ownTransfer(ctx, input.tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      // What the client has paid in the meantime is not cancelled but credited.
      if (mayCancel(remittance)) await settlePayment({ needs: house, engine, run: ctx }, remittance.reference);
      const current = await mustRead(ctx.sql, remittance.id);
      const { id, phase: from } = current;
      const step = { id, from, to: 'cancelled', stage: 'cancelled', reason: 'cancelled_by_client' } as const;
      if (mayCancel(current)) await changeTold({ needs: house, run: ctx }, current, step);
      const cancelled = await mustRead(ctx.sql, id);
      if (cancelled.reason !== 'cancelled_by_client') return ctx.refuse('cannot_cancel', { field: 'tid' });
      return { transfer: await shownDetails(ctx.sql, cancelled, house.words.in(ctx.language)) };
    },

    async accept(input, ctx) {
      const remittance = await ownTransfer(ctx, input.tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      if (!mayAccept(remittance)) return ctx.refuse('cannot_accept', { field: 'tid' });
      requireGate(ctx, 'deposit');
      await takeWhatArrived(engine, ctx, remittance);
      return { transfer: await shownDetails(ctx.sql, await mustRead(ctx.sql, remittance.id), house.words.in(ctx.language)) };
    },

    async result(input, ctx) {
      const remittance = await ownTransfer(ctx, input.tid);
      if (!remittance) return ctx.refuse('unknown_transfer', { field: 'tid' });
      if (mayCancel(remittance)) await settlePayment({ needs: house, engine, run: ctx }, remittance.reference);
      return { transfer: await shownDetails(ctx.sql, await mustRead(ctx.sql, remittance.id), house.words.in(ctx.language)) };
    },

    async spreadsheet(input, ctx) {
      const filters = filtersOf(ctx.client.id, input);
      return {
        fileName: 'transfers.xlsx',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: spreadsheetOf({
          sql: ctx.sql,
          filters,
          say: house.words.in(ctx.language),
          mostRows: ctx.settings.lists.exportRows,
        }),
      };
    },
  } satisfies Handlers<typeof remittanceContract>;
};

/** A saved transfer of the caller's own. */
async function ownTransfer(
  ctx: { readonly sql: Sql; readonly client: { readonly id: number } },
  tid: string | number,
): Promise<Remittance | undefined> {
  const id = Number(tid);
  const remittance = id < 2 ** 31 ? await remittanceOf(ctx.sql, id) : undefined;
  return remittance?.clientId === ctx.client.id && remittance.savedAt ? remittance : undefined;
}

async function mustRead(sql: Sql, id: number): Promise<Remittance> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance) throw new Error(`remittance ${id} is gone`);
  return remittance;
}

interface AskedFilters {
  readonly from?: string | undefined;
  readonly till?: string | undefined;
  readonly transfer_type?: TransferType | undefined;
  readonly status?: TransferStatus | undefined;
  readonly account?: string | undefined;
}

/** Days are UTC's; the last one is included. */
function filtersOf(clientId: number, asked: AskedFilters): ListFilters {
  const account = asked.account === undefined ? undefined : Number(asked.account);
  return {
    clientId,
    from: asked.from === undefined ? undefined : new Date(`${asked.from}T00:00:00Z`),
    till: asked.till === undefined ? undefined : after(new Date(`${asked.till}T00:00:00Z`), dayMs),
    type: asked.transfer_type,
    status: asked.status,
    account: account !== undefined && account < 2 ** 31 ? account : account && -1,
  };
}

type AcceptContext = ContextOf<(typeof remittanceContract)['calls']['accept']>;

/** What arrived becomes what was asked for, at the rate of now, and goes its usual way. */
async function takeWhatArrived(engine: Engine, ctx: AcceptContext, remittance: Remittance): Promise<void> {
  const { id, arrivedMinor, arrivedCurrency, methodId, accountCurrency } = remittance;
  if (arrivedMinor === null || arrivedCurrency === null) return ctx.refuse('cannot_accept', { field: 'tid' });
  const offer = methodOffered(methodId ?? 0, placeOfMethods(ctx, 'deposit'));
  const feeBasisPoints = (offer && termsIn(offer, arrivedCurrency)?.feeBasisPoints) ?? 0;
  const refuse = (): never => ctx.refuse('rate_not_available', { field: 'tid' });
  const question = {
    amount: money(arrivedMinor, arrivedCurrency),
    to: accountCurrency,
    feeBasisPoints,
    direction: 'deposit',
  } as const;
  const quoted = await quoteFor({ sql: ctx.sql, now: ctx.now, settings: ctx.settings, refuse }, question);
  // New amounts and their posting are one: whoever accepts at the same moment finds it done.
  await ctx.transact(async (sql) => {
    if (!(await acceptArrived(sql, id, columnsOf(quoted)))) return;
    const changed = await mustRead(sql, id);
    const outcome = await post(sql, movements.received(changed, { at: ctx.now, set: {}, reason: 'accepted_arrived' }));
    if (outcome.outcome === 'refused') throw new Error(`remittance ${id} could not be received: ${outcome.code}`);
  });
  await engine.drive(ctx, id);
}
