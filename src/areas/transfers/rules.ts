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
