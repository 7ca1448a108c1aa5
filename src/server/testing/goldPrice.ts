import type { TestApp } from './app.ts';

/** Gold costs from now on what it costs at the next question, however long the test takes: its price moves each second. */
export function holdGoldPrice({ opened }: Pick<TestApp, 'opened'>): void {
  const { mt5 } = opened.app.platforms;
  const moving = mt5.ticks;
  let held: { readonly bid: string; readonly ask: string } | undefined;
  mt5.ticks = async (names) => {
    const answer = await moving(names);
    if (answer.outcome !== 'done') return answer;
    const ticks = answer.ticks.map((tick) => {
      if (tick.symbol !== 'XAUUSD') return tick;
      const { bid, ask } = (held ??= tick);
      return { ...tick, bid, ask };
    });
    return { ...answer, ticks };
  };
}
