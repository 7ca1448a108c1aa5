import { after, dayMs, utcDay } from '../../base/time.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { treasuryContract } from './contract.ts';
import { awaitedNow, comingNow, lyingIn, shownLine } from './day.ts';
import { linesOfDay, mostDays, reconciledDays, shownMoney } from './reconciling.ts';
import { isEven } from './rules.ts';

export const calls = () =>
  ({
    async day(input, { sql, now }) {
      const day = input.day ?? utcDay(now);
      const lines = await linesOfDay(sql, day);
      return {
        day,
        trial: lines.map(shownLine),
        is_even: isEven(lines),
        client_money: shownMoney(lines),
        lying: await lyingIn(sql, lines, now),
        awaited: await awaitedNow(sql),
        coming: await comingNow(sql, now),
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
  }) satisfies Handlers<typeof treasuryContract>;
