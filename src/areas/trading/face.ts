export { hasOpeningOnWay } from './onWay.ts';
export { openPriceBoard, type PriceBoard } from './prices.ts';
export { marketAt, pointsOf, type MarketState } from './rules.ts';
