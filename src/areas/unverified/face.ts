export { banksOf, namedMethods } from './deciding.ts';
