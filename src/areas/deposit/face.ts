export { percentOf } from './rules.ts';
