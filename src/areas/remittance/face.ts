export { mayAccept, mayCancel, nextActOf, phases, readAmount, withdrawable, type Phase } from './rules.ts';
export { houseMethodId, placeOfMethods, quoteFor, shownQuote } from './confirm.ts';
export { openEngine } from './engine.ts';
export { wordsOf } from './notices.ts';
export { importTransfer, type ImportedTransfer, type PastPlatformMove, type PastTransfer } from './past.ts';
export { placeOf, type Place } from './places.ts';
export { columns, remittanceOf, reversalsOf, stagesOf, type Remittance, type StageRow } from './store.ts';
export { askWhetherPaid, cancelUnpaid, takeWhatArrived } from './turns.ts';
export type { Needs as EngineNeeds } from './work.ts';
