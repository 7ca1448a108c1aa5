export { carryOn, carryOut, claim, claimWith, type Claimed, type Outcome, type Parts } from './asking.ts';
export { postBonusRemoval } from './bonus.ts';
export {
  balanceOperations,
  finishOperation,
  giveUpIdle,
  operationTagged,
  refuseUnasked,
  type AskedOperation,
  type Finished,
  type OperationFacts,
} from './store.ts';
export { noteSecondDeals } from './surplus.ts';
export { takeBack } from './takingBack.ts';
export type { MoneyOperation, Operation } from './ways.ts';
