import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import type { Figure } from '../../../protocol/chartFigures.ts';
import { readKey, useRead, useWrite } from '../../../ui/api/reads.ts';
import { tradingContract, type ChartLayout } from '../contract.ts';

const { chartLayout, keepChartLayout, figures: figuresCall, keepFigure, removeFigure } = tradingContract.calls;

const first: ChartLayout = { charts: 1, others: [], indicators: [] };

/** How the client has set up the charts: drawn so at once, and kept on the server. */
export function useChartLayout() {
  const queries = useQueryClient();
  const known = useRead(chartLayout, {}).data?.layout;
  const layout = known ?? first;
  const write = useWrite(keepChartLayout);
  return {
    layout,
    /** Until it is known nothing is set up: what is kept would go with it, for it is sent as a whole. */
    isKnown: known !== undefined,
    keep(changed: Partial<ChartLayout>): void {
      if (!known) return;
      const next = { ...layout, ...changed };
      queries.setQueryData(readKey(chartLayout, {}), { layout: next });
      write.mutate({ layout: next });
    },
    failure: write.error,
  };
}

const none: readonly Figure[] = [];

/** What the client has drawn over the candles of a symbol: drawn so at once, and kept on the server, each figure by itself. */
export function useFigures(over: { readonly platform: PlatformKey; readonly symbol: string }) {
  const queries = useQueryClient();
  const { platform, symbol } = over;
  const figures = useRead(figuresCall, { platform, symbol }).data?.figures ?? none;
  const { mutate: send, error: notKept } = useWrite(keepFigure);
  const { mutate: takeAway, error: notRemoved } = useWrite(removeFigure);
  const change = useCallback(
    (next: (before: readonly Figure[]) => readonly Figure[]): void => {
      queries.setQueryData<{ figures: readonly Figure[] }>(readKey(figuresCall, { platform, symbol }), (before) => ({
        figures: next(before?.figures ?? none),
      }));
    },
    [queries, platform, symbol],
  );
  const onFigure = useCallback(
    (figure: Figure): void => {
      change((before) =>
        before.some(({ id }) => id === figure.id)
          ? before.map((one) => (one.id === figure.id ? figure : one))
          : [...before, figure],
      );
      // What is not kept is not there: the list is read again.
      const again = () => void queries.invalidateQueries({ queryKey: readKey(figuresCall, { platform, symbol }) });
      send({ platform, symbol, figure }, { onError: again });
    },
    [change, send, queries, platform, symbol],
  );
  const onErase = useCallback(
    (id: string): void => {
      change((before) => before.filter((one) => one.id !== id));
      takeAway({ id });
    },
    [change, takeAway],
  );
  const failure = notKept ?? notRemoved;
  return useMemo(() => ({ figures, onFigure, onErase, failure }), [figures, onFigure, onErase, failure]);
}
