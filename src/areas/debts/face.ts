export { collectDebts, type CollectNeeds } from './collecting.ts';
export { owedBy, payOfReversal, type Owed } from './owing.ts';
export { debtOf, insertDebt, lockDebts, lookAgain, takeDebtors, type Debt } from './store.ts';
