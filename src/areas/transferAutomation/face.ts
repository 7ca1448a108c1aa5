/** Orders between own accounts, where those become others. */
export { takeOrdersAlong } from './along.ts';
/** All of a client who is on their way out. */
export { endOrdersOf } from './ending.ts';
