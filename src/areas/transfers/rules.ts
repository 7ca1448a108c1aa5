import type { TransferStatus, TransferType } from './contract.ts';
import { methodOf } from '../../law/methods.ts';
import { readTimeCursor } from '../../base/cursor.ts';
import { rowNumber } from '../../base/id.ts';

/** A page of the list begins behind this transfer. */
export interface ListCursor {
  readonly at: Date;
  readonly id: number;
}

export function readCursor(text: string): ListCursor | undefined {
  const cursor = readTimeCursor(text);
  const id = cursor && rowNumber(cursor.id);
  return cursor && id !== undefined ? { at: cursor.at, id } : undefined;
}

interface PaperAbout {
  readonly type: TransferType;
  readonly status: TransferStatus;
  readonly methodId: number | null;
}

/**
 * Of a deposit that has not come to its good end a paper may help: that it was paid, and by whom; of a withdrawal to an address of a chain
 * that staff looks at, one that shows whose address that is.
 */
export function takesPaper({ type, status, methodId }: PaperAbout): boolean {
  if (type === 'withdraw') return status === 'on_review' && methodOf(methodId)?.paysRest?.to === 'coin';
  return type === 'deposit' && status !== 'completed';
}
