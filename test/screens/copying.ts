import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'copying', path: 'investors/copies/1', as: 'investor.active', before: copied },
  { name: 'copying-nothing', path: 'investors/copies/1', as: 'investor.active', before: nothing },
  { name: 'copying-none', path: 'investors/copies/999999', as: 'investor.active', provokes: [404] },
];

const none = {
  cause: null,
  is_stop_out: false,
  symbol: 'EURUSD',
  side: 'buy',
  strategy_lots: '1',
  strategy_price: '1.08500',
  lots: null,
  filled_lots: null,
  filled_price: null,
  slippage_points: null,
  stop_loss: null,
  take_profit: null,
  equity: '1250.40',
  strategy_equity: '28450.66',
  reason: null,
  decided_at: '2026-11-20T09:30:00.000Z',
  settled_at: '2026-11-20T09:30:01.000Z',
};
const decisions = [
  {
    ...none,
    id: 9,
    kind: 'close',
    lots: '0.04',
    strategy_lots: '0.5',
    state: 'waiting',
    reason: 'market_closed',
    settled_at: null,
  },
  {
    ...none,
    id: 8,
    kind: 'ended',
    cause: 'stopped_out',
    lots: '0.02',
    filled_lots: '0.02',
    filled_price: '1.08101',
    state: 'done',
  },
  { ...none, id: 7, kind: 'stops', stop_loss: '1.08000', strategy_lots: null, state: 'refused', reason: 'wrong_stops' },
  { ...none, id: 6, kind: 'open', symbol: 'US500', state: 'skipped', reason: 'below_minimum' },
  { ...none, id: 5, kind: 'open', lots: '0.04', state: 'refused', reason: 'not_enough_margin' },
  { ...none, id: 4, kind: 'open', lots: '0.04', filled_lots: '0.04', filled_price: '1.08503', slippage_points: 3, state: 'done' },
];
const follow = {
  id: 1,
  status: 'active',
  strategy: 'Steady-hand',
  account: 512_001,
  currency: 'USD',
  strategy_currency: 'USD',
  safety_mode: false,
  open_copies: 1,
};

function copied(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, { follow, decisions, next: 4 });
}

function nothing(helpers: ScreenHelpers): Promise<void> {
  return answering(helpers, { follow: { ...follow, open_copies: 0 }, decisions: [], next: null });
}

async function answering({ page }: ScreenHelpers, direct: object): Promise<void> {
  const json = { success: true, data: { direct }, errors: [], code: 200 };
  await answerCalls(page, /investment-program\/copies\//, (asked) => asked.fulfill({ json }));
}
