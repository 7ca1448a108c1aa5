export { isTaxId } from './taxIds.ts';
