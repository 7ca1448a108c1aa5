export { collectDebts, type CollectNeeds } from './collecting.ts';
export { lookAgain, takeDebtors } from './debtors.ts';
export {
  debtOf,
  insertDebt,
  lockDebts,
  owedBy,
  payOfReversal,
  requireNothingOwed,
  type DebtContext,
  type Owed,
} from './owing.ts';
export type { Debt } from './store.ts';
