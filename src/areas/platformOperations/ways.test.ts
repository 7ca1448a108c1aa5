import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must, openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import type { OperationFacts } from './store.ts';
import { lookUp } from './ways.ts';

describe.each(['mt5', 'mt4'] as const)('on the %s platform', (kind) => {
  let bench: PlatformBench;

  beforeAll(async () => {
    bench = await openPlatformBench(kind);
  });

  afterAll(() => bench.close());

  test('a closing that the market took in two parts is looked up as large as both together', async () => {
    const login = await bench.funded(1_000_000n);
    const order = { login, symbol: 'EURUSD', side: 'buy', lots: '0.10' } as const;
    const filled = await bench.platform.marketOrder({ ...order, tag: 'parts:in' });
    if (filled.outcome !== 'filled') throw new Error('it was not filled');
    const { position } = filled;
    const tag = 'parts:out';
    const parts = [];
    for (const lots of ['0.04', '0.05']) {
      const part = await bench.platform.closePosition({ login, position, lots, tag });
      if (part.outcome !== 'filled') throw new Error('it was not closed');
      parts.push(part.deal);
    }
    expect(must(await bench.platform.positions(login)).positions).toMatchObject([{ lots: '0.01' }]);
    const facts = { tag, login } as unknown as OperationFacts;
    const trade = { ...order, side: 'sell', position } as const;
    const found = await lookUp(bench.platform, { ...facts, kind: 'close_position', trade }, wednesday);
    expect(found).toMatchObject({ outcome: 'found', effect: { ticket: parts[0], fill: { position, lots: '0.09' } }, others: [] });
  });
});
