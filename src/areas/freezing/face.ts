export { frozenStatus, statusAfterLift } from './rules.ts';
