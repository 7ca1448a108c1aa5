import type { TransferStatus, TransferType } from './contract.ts';
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

/** Of a deposit that has not come to its good end a paper may help: that it was paid, and by whom. */
export function takesPaper({ type, status }: { readonly type: TransferType; readonly status: TransferStatus }): boolean {
  return type === 'deposit' && status !== 'completed';
}
