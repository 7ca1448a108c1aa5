export { isOffered } from './offered.ts';
export { hasOpeningOnWay } from './onWay.ts';
export { openPriceBoard, type PriceBoard } from './prices.ts';
export { groupOfPath, marketAt, pointsOf, priceOfPoints, timeframeMs, type MarketState } from './rules.ts';
