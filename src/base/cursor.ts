/**
 * Where the next page of a list begins: behind a row that is known by two whole numbers, in the order of the list. Outside
 * programs get it as `next` and send it back as `after`, without looking into it.
 */
export type Cursor = readonly [first: bigint, second: bigint];

export function writeCursor(first: bigint | number, second: bigint | number): string {
  return `${first}.${second}`;
}

/** Undefined for anything that is no cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [, first, second] = /^(\d{1,18})\.(\d{1,18})$/.exec(text) ?? [];
  return first === undefined || second === undefined ? undefined : [BigInt(first), BigInt(second)];
}

/** A place in a list that goes by time and, of the same moment, by id. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: bigint;
}

export function writeTimeCursor({ at, id }: { readonly at: Date; readonly id: bigint | number }): string {
  return writeCursor(at.getTime(), id);
}

export function readTimeCursor(text: string): TimeCursor | undefined {
  const [time, id] = readCursor(text) ?? [];
  if (time === undefined || id === undefined || time > latestMs) return undefined;
  return { at: new Date(Number(time)), id };
}

/** The end of the year 9999, far within what a Date and PostgreSQL can say. */
const latestMs = 253_402_300_799_999n;
