/** A page of the list begins behind this transfer. */
export interface ListCursor {
  readonly at: Date;
  readonly id: number;
}

export function writeCursor(cursor: ListCursor): string {
  return `${cursor.at.getTime()}.${cursor.id}`;
}

export function readCursor(text: string): ListCursor | undefined {
  const match = /^(\d{1,15})\.(\d{1,10})$/.exec(text);
  const [at, id] = [Number(match?.[1]), Number(match?.[2])];
  return match && id < 2 ** 31 ? { at: new Date(at), id } : undefined;
}
