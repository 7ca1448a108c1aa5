export { endResidence, followEnrolled, statusByPapers } from './deciding.ts';
export { queueOf } from './queues.ts';
export {
  acceptVendorPapers,
  isApprovedByDesk,
  mayVerifyOnline,
  noteScreening,
  papersNow,
  rejectVendorPapers,
  takeVendorPapers,
  type VendorContext,
  type VendorPaper,
} from './vendor.ts';
export {
  endScanned,
  giveUpScanned,
  handOverScanned,
  isWhole,
  keepSide,
  mayScanIdentity,
  openScanned,
  sidesOf,
} from './scanned.ts';
export { requireRoom } from './sending.ts';
export { lacksPaymentPaper, provenIdentity, shownByPapers } from './proven.ts';
