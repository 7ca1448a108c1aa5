export { hasOpeningOnWay } from './onWay.ts';
