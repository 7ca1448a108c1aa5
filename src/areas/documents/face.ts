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
