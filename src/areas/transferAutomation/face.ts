/** Orders between own accounts, where those become others. */
export { takeOrdersAlong } from './along.ts';
