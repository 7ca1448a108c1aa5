import { remittanceId, rowNumber } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { isReversed } from '../../protocol/period.ts';
import { writeTable } from '../../tables/write.ts';
import { fundingAccountNamesOf } from '../fundingAccounts/face.ts';
import { remittanceOf } from '../payments/face.ts';
import { linesShown, type statementsContract } from './contract.ts';
import { fundOf, fundsOf, nameIn, type Fund } from './funds.ts';
import { pagesOf } from './drawn.ts';
import { receiptTable } from './receipt.ts';
import { drawStatement, statementTable, toldLines } from './statement.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async funds(_input, ctx) {
      const say = app.words.in(ctx.language);
      return {
        accounts: (await fundsOf(ctx.sql, ctx.client.id)).map((fund) => shownFund(fund, say)),
        today: ctx.now.toISOString().slice(0, 10),
      };
    },

    async statement(input, ctx) {
      if (isReversed(input)) return ctx.refuse('period_reversed', { field: 'from' });
      const fund = await fundOf(ctx.sql, ctx.client.id, input.number);
      if (!fund) return ctx.refuse('unknown_account', { field: 'number' });
      const say = app.words.in(ctx.language);
      const statement = await drawStatement(ctx.sql, { fund, from: input.from, till: input.till });
      const { value: lines = [] } = await pagesOf(ctx.sql, statement).next();
      const { sums } = statement;
      const written = (minor: bigint) => formatMinor(minor, fund.currency);
      return {
        account: shownFund(fund, say),
        opening: written(sums.openingMinor),
        came_in: written(sums.cameInMinor),
        went_out: written(sums.wentOutMinor),
        closing: written(sums.closingMinor),
        line_count: sums.lines,
        lines: await toldLines(ctx.sql, { fund, lines: lines.slice(0, linesShown), say }),
        is_long: sums.lines > ctx.settings.statements.pagedLines,
      };
    },

    async file(input, ctx) {
      if (isReversed(input)) return ctx.refuse('period_reversed', { field: 'from' });
      const fund = await fundOf(ctx.sql, ctx.client.id, input.number);
      if (!fund) return ctx.refuse('unknown_account', { field: 'number' });
      const statement = await drawStatement(ctx.sql, { fund, from: input.from, till: input.till });
      const isPaged = input.format === 'pdf' || input.format === 'print';
      if (isPaged && statement.sums.lines > ctx.settings.statements.pagedLines)
        return ctx.refuse('statement_long', { field: 'format' });
      const to = { say: app.words.in(ctx.language), language: ctx.language, brand: ctx.settings.brand, now: ctx.now };
      return writeTable(await statementTable(ctx.sql, statement, to), input.format);
    },

    async receipt({ tid, format }, ctx) {
      const id = rowNumber(tid);
      const transfer = id === undefined ? undefined : await remittanceOf(ctx.sql, remittanceId(id));
      if (transfer?.clientId !== ctx.client.id || !transfer.savedAt) return ctx.refuse('unknown_transfer', { field: 'tid' });
      if (transfer.status !== 'completed') return ctx.refuse('no_receipt', { field: 'tid' });
      const fundingAccountNames = await fundingAccountNamesOf(ctx.sql, ctx.client.id);
      const reader = { say: app.words.in(ctx.language), language: ctx.language, brand: ctx.settings.brand, now: ctx.now };
      return writeTable(await receiptTable(ctx.sql, transfer, { ...reader, fundingAccountNames }), format);
    },
  }) satisfies Handlers<typeof statementsContract>;

function shownFund(fund: Fund, say: Say) {
  return { number: fund.number, name: nameIn(say, fund), currency: fund.currency, is_wallet: fund.wallet !== undefined };
}
