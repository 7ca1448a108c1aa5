import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadServerWords } from '../../../server/serve/words.ts';
import { WordsProvider } from '../../../ui/words/context.tsx';
import { openWords } from '../../../ui/words/words.ts';
import { copyCauses, copyReasons, type CopyDecision } from '../contract.ts';
import { Why } from './Copies.tsx';

const say = loadServerWords().in('en');
const words = {
  ...openWords('en', async () => ({})),
  t: (id: string, values?: Record<string, string | number>) => say(id, values),
};

const plain: CopyDecision = {
  id: 1,
  kind: 'open',
  cause: null,
  is_stop_out: false,
  symbol: 'EURUSD',
  side: 'buy',
  strategy_lots: '1',
  strategy_price: '1.08500',
  lots: '0.04',
  filled_lots: '0.04',
  filled_price: '1.08500',
  slippage_points: 0,
  stop_loss: null,
  take_profit: null,
  equity: '1250.40',
  strategy_equity: '28450.66',
  state: 'done',
  reason: null,
  decided_at: '2026-11-20T09:30:00.000Z',
  settled_at: '2026-11-20T09:30:01.000Z',
};

const read = (decision: Partial<CopyDecision>): string =>
  renderToStaticMarkup(
    <WordsProvider words={words}>
      <Why decision={{ ...plain, ...decision }} />
    </WordsProvider>,
  );

test('a follower reads why a trade was copied smaller, otherwise or not at all', () => {
  expect(read({})).toBe('–');
  expect(read({ state: 'skipped', reason: 'below_minimum' })).toBe('Your part is less than the smallest lot of the symbol.');
  expect(read({ reason: 'capped' })).toBe('Your part is more than the largest lot of the symbol, which was copied.');
  expect(read({ state: 'refused', reason: 'not_enough_margin' })).toBe('Your free margin does not carry it.');
  expect(read({ slippage_points: 3 })).toBe('The price was 3 points worse than the strategy’s.');
  expect(read({ slippage_points: -1 })).toBe('The price was 1 point better than the strategy’s.');
  expect(read({ kind: 'stops', stop_loss: '1.08000', state: 'refused', reason: 'wrong_stops' })).toBe(
    'The stops lie too close to your price, or beyond it. Stop loss 1.08000, take profit –.',
  );
  expect(read({ kind: 'close', is_stop_out: true, state: 'waiting', reason: 'market_closed' })).toBe(
    'The strategy’s margin ran out, and its platform closed the position. The market is closed.',
  );
});

test('each reason and each cause has a sentence of its own', () => {
  const said = [...copyReasons.map((reason) => read({ reason })), ...copyCauses.map((cause) => read({ cause }))];
  expect(said.filter((sentence) => !/^[A-Z].*\.$/u.test(sentence))).toEqual([]);
  expect(new Set(said).size).toBe(said.length);
});
