export { hasOpeningOnWay } from './store.ts';
