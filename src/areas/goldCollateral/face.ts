export { giveAllBack } from './ending.ts';
