import { formatMinor } from '../../base/money.ts';
import type { Currency } from '../../base/currency.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import type { Say } from '../../base/wording.ts';
import { awaitedPayouts, type TrialLine } from '../../ledger/trial.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Column, Row, Table } from '../../tables/table.ts';
import { writeTable } from '../../tables/write.ts';
import { comingPayouts, type ComingPayout } from '../payments/face.ts';
import type { treasuryContract } from './contract.ts';
import { linesOfDay, mostDays, reconciledDays, shownMoney } from './reconciling.ts';
import { isEven } from './rules.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async day(input, ctx) {
      const day = input.day ?? utcDay(ctx.now);
      const lines = await linesOfDay(ctx.sql, day);
      const payouts = await awaitedPayouts(ctx.sql);
      const coming = await comingPayouts(ctx.sql, ctx.now);
      return {
        day,
        trial: lines.map(shownLine),
        is_even: isEven(lines),
        client_money: shownMoney(lines),
        lying: lines
          .filter(({ isClients, kind }) => !isClients && kind === 'provider')
          .map(({ company, unit, name, closing }) => {
            const toPay = toPayAt(coming, { company, unit, name });
            const amount = formatMinor(-closing, unit);
            // What the broker has stands below zero in the book.
            return {
              company,
              currency: unit,
              provider: name,
              amount,
              to_pay: formatMinor(toPay, unit),
              is_short: toPay > -closing,
            };
          }),
        awaited: payouts.map(({ company, unit, count, minor }) => ({
          company,
          currency: unit,
          payouts: count,
          amount: formatMinor(minor, unit),
        })),
        coming: coming.map(({ count, minor, unapproved, currency, ...of }) => ({
          ...of,
          currency,
          payouts: count,
          amount: formatMinor(minor, currency),
          unapproved: formatMinor(unapproved, currency),
        })),
      };
    },

    async reconciliations(input, ctx) {
      const till = input.till ?? utcDay(ctx.now);
      const from = input.from ?? utcDay(after(new Date(`${till}T00:00:00Z`), -6 * dayMs));
      if (from > till) return ctx.refuse('period_reversed', { field: 'from' });
      if (from < utcDay(after(new Date(`${till}T00:00:00Z`), -(mostDays - 1) * dayMs)))
        return ctx.refuse('period_too_long', { field: 'from', values: { days: mostDays } });
      await ctx.record({ subject: 'reconciliations', detail: { from, till } });
      return { from, till, ...(await reconciledDays(ctx.sql, { from, till })) };
    },

    async file({ day, table, format }, ctx) {
      // The desk is in English.
      const say = app.words.in('en');
      const lines = await linesOfDay(ctx.sql, day);
      return writeTable(tables[table](lines, { day, say }), format);
    },
  }) satisfies Handlers<typeof treasuryContract>;

function shownLine({ company, unit, isClients, kind, name, ...sums }: TrialLine) {
  const account = [isClients ? 'client' : 'broker', kind, ...(name === '' ? [] : [name])].join(':');
  const written = (minor: bigint): string => formatMinor(minor, unit);
  return {
    company,
    currency: unit,
    account,
    opening: written(sums.opening),
    debit: written(sums.debit),
    credit: written(sums.credit),
    closing: written(sums.closing),
  };
}

/** What is to be paid out there, on whatever day. */
function toPayAt(
  coming: readonly ComingPayout[],
  of: { readonly company: number; readonly unit: Currency; readonly name: string },
): bigint {
  return coming
    .filter(({ company, currency, provider }) => company === of.company && currency === of.unit && provider === of.name)
    .reduce((sum, { minor }) => sum + minor, 0n);
}

interface Asked {
  readonly day: string;
  readonly say: Say;
}

const tables: Readonly<Record<'trial' | 'client_money', (lines: readonly TrialLine[], asked: Asked) => Table>> = {
  trial(lines, { day, say }) {
    const columns: readonly Column[] = [
      { title: say('treasury.file.company'), kind: 'code', share: 1 },
      { title: say('treasury.file.currency'), kind: 'code', share: 1 },
      { title: say('treasury.file.account'), kind: 'code', share: 2.4 },
      ...(['opening', 'debit', 'credit', 'closing'] as const).map((key): Column => ({
        title: say(`treasury.file.${key}`),
        kind: 'decimal',
        share: 2,
      })),
    ];
    const rows = lines
      .map(shownLine)
      .map((line): Row => [
        String(line.company),
        line.currency,
        line.account,
        line.opening,
        line.debit,
        line.credit,
        line.closing,
      ]);
    return tableOf({ name: `trial-balance-${day}`, title: say('treasury.file.trial', { day }), columns, rows }, say);
  },
  client_money(lines, { day, say }) {
    const columns: readonly Column[] = [
      { title: say('treasury.file.company'), kind: 'code', share: 1 },
      { title: say('treasury.file.currency'), kind: 'code', share: 1 },
      ...(['required', 'held', 'over'] as const).map((key): Column => ({
        title: say(`treasury.file.${key}`),
        kind: 'decimal',
        share: 2,
      })),
    ];
    const rows = shownMoney(lines).map((line): Row => [String(line.company), line.currency, line.required, line.held, line.over]);
    return tableOf({ name: `client-money-${day}`, title: say('treasury.file.clientMoney', { day }), columns, rows }, say);
  },
};

function tableOf(of: Pick<Table, 'name' | 'title' | 'columns'> & { readonly rows: readonly Row[] }, say: Say): Table {
  async function* pages(): AsyncGenerator<readonly Row[]> {
    yield of.rows;
  }
  return { ...of, reader: readerIn('en', say), head: [], rows: pages() };
}
