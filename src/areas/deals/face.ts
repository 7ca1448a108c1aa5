export {
  dealMoney,
  hasTraded,
  keepDeals,
  markPosted,
  moneyOfTag,
  readMark,
  readTrades,
  resultBetween,
  setMark,
  sumUnposted,
  tradedSymbols,
  waitingDeals,
  type DealMoney,
  type KeptTrade,
  type ToldDeal,
  type TradeQuery,
  type WaitingDeal,
} from './kept.ts';
export { dividendsOf, splitsOf, type KeptDividend, type KeptSplit } from './splits.ts';
export { tallyTrades, type Tally, type Tallies } from './tally.ts';
