import type { Tone } from '../../../ui/components/Notice.tsx';
import type { DeskDocument } from '../contract.ts';

export const deskTones: Readonly<Record<DeskDocument['status'], Tone | 'still'>> = {
  new: 'still',
  approved: 'gain',
  rejected: 'loss',
  expired: 'loss',
  pending: 'note',
  closed: 'warn',
  ocr_pending: 'note',
  ocr_processing: 'note',
  manual_processing: 'warn',
};
