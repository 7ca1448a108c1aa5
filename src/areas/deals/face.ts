export {
  keepDeals,
  markPosted,
  readMark,
  readTrades,
  setMark,
  sumUnposted,
  tradedSymbols,
  waitingDeals,
  type KeptTrade,
  type ToldDeal,
  type TradeQuery,
  type WaitingDeal,
} from './store.ts';
