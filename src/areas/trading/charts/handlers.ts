import type { Handlers } from '../../../protocol/call.ts';
import { figuresOf, keepFigure, removeFigure } from './figures.ts';
import { keepLayout, layoutOf } from './layouts.ts';
import type { tradingContract } from '../contract.ts';
import { offeredSymbol, type Boards } from '../placing.ts';

/** How the terminal's charts are set up, and what was drawn over them. */
export function chartHandlers(boards: Boards) {
  return {
    chartLayout: async (_input, { sql, client }) => ({ layout: await layoutOf(sql, client.id) }),
    keepChartLayout: async ({ layout }, { sql, client, now }) => {
      await keepLayout(sql, { clientId: client.id, layout, now });
      return { layout };
    },
    figures: async ({ platform, symbol }, { sql, client }) => ({
      figures: await figuresOf(sql, { clientId: client.id, platform, symbol }),
    }),
    keepFigure: async ({ platform, symbol, figure }, { client, refuse, transact }) => {
      await offeredSymbol(boards[platform], symbol, { client, refuse });
      const over = { clientId: client.id, platform, symbol };
      return transact(async (sql) => {
        if (!(await keepFigure(sql, { ...over, figure }))) return refuse('too_many_figures', { field: 'figure' });
        return { figures: await figuresOf(sql, over) };
      });
    },
    removeFigure: async ({ id }, { sql, client }) => {
      await removeFigure(sql, { clientId: client.id, id });
      return {};
    },
  } satisfies Partial<Handlers<typeof tradingContract>>;
}
