import { formatMinor } from '../../base/money.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { awaitedPayouts, trialBalance, type TrialLine } from '../../ledger/trial.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { periodOf } from '../../protocol/period.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Column, Row, Table } from '../../tables/table.ts';
import { writeTable } from '../../tables/write.ts';
import type { treasuryContract } from './contract.ts';
import { clientMoneyIn, isEven } from './rules.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async day(input, ctx) {
      const day = input.day ?? ctx.now.toISOString().slice(0, 10);
      const lines = await linesOf(ctx.sql, day);
      const payouts = await awaitedPayouts(ctx.sql);
      return {
        day,
        trial: lines.map(shownLine),
        is_even: isEven(lines),
        client_money: shownMoney(lines),
        lying: lines
          .filter(({ isClients, kind }) => !isClients && kind === 'provider')
          .map(({ company, unit, name, closing }) => ({
            company,
            currency: unit,
            provider: name,
            // What the broker has stands below zero in the book.
            amount: formatMinor(-closing, unit),
          })),
        awaited: payouts.map(({ company, unit, count, minor }) => ({
          company,
          currency: unit,
          payouts: count,
          amount: formatMinor(minor, unit),
        })),
      };
    },

    async file({ day, table, format }, ctx) {
      // The desk is in English.
      const say = app.words.in('en');
      const lines = await linesOf(ctx.sql, day);
      return writeTable(tables[table](lines, { day, say }), format);
    },
  }) satisfies Handlers<typeof treasuryContract>;

async function linesOf(sql: Sql, day: string): Promise<TrialLine[]> {
  const { from, till } = periodOf({ from: day, till: day });
  if (!from || !till) throw new RangeError('a trial balance is of a day');
  return trialBalance(sql, { from, till });
}

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

function shownMoney(lines: readonly TrialLine[]) {
  return clientMoneyIn(lines).map(({ company, unit, required, held }) => {
    const written = (minor: bigint): string => formatMinor(minor, unit as Currency);
    return {
      company,
      currency: unit,
      required: written(required),
      held: written(held),
      over: written(held - required),
      is_short: held < required,
    };
  });
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
