import type { z } from 'zod';
import type { documentsContract, ShownDocument } from '../contract.ts';
import type { AfterApproval, PaymentWord } from '../../../law/documents.ts';
import type { Tone } from '../../../ui/components/Notice.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Target } from '../../../ui/page/Link.tsx';

/** What a client has sent, as the list call answers. */
export type Papers = z.output<typeof documentsContract.calls.list.output>;

export const statusTones: Readonly<Record<ShownDocument['status_name'], Tone | 'still'>> = {
  new: 'still',
  approved: 'gain',
  rejected: 'loss',
  expired: 'loss',
  pending: 'note',
  closed: 'warn',
  ocr_pending: 'note',
  ocr_processing: 'note',
  manual_processing: 'note',
};

export const wordTones: Readonly<Record<Papers['status'], Tone>> = {
  approved: 'gain',
  'manual processing': 'note',
  documents_requested: 'warn',
  pending: 'note',
  resubmission_requested: 'warn',
};

export const paymentTones: Readonly<Record<PaymentWord, Tone | 'still'>> = {
  approved: 'gain',
  pending: 'note',
  rejected: 'loss',
  no_file_uploaded: 'still',
};

/** The words as ids of sentences are written. */
export const wordKeys = {
  approved: 'approved',
  'manual processing': 'manual_processing',
  documents_requested: 'documents_requested',
  pending: 'pending',
  resubmission_requested: 'resubmission_requested',
} as const satisfies Readonly<Record<Papers['status'], string>>;

/** Where approved papers lead (document 3 §4). */
export const nextTargets: Readonly<Record<Exclude<AfterApproval, 'list'>, Target>> = {
  open: { page: pageLinks.openLive },
  deposit: { page: pageLinks.deposit },
};
