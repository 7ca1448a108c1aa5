export { isOpen, mayAccept, mayCancel, phases, readAmount, type OpenPhase, type Phase } from './rules.ts';
export { openEngine } from './engine.ts';
export { noticeOf, wordsOf } from './notices.ts';
export { importTransfer, type ImportedTransfer, type PastPlatformMove, type PastTransfer } from './past.ts';
export { ownPlaceOf, ownPlacesOf, placeNames, placeNamesOf, type Place, type PlaceNames } from './places.ts';
export { houseMethodId, placeOfMethods, quoteFor, shownQuote } from './quotes.ts';
export { columns, remittanceOf, reversalsOf, stagesOf, type Remittance, type StageRow } from './store.ts';
export { askWhetherPaid, cancelUnpaid, takeWhatArrived } from './turns.ts';
export type { Needs as EngineNeeds } from './work.ts';
