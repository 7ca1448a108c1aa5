export {
  dealMoney,
  hasTraded,
  keepDeals,
  markPosted,
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
export { tallyTrades, type Tally, type Tallies } from './tally.ts';
