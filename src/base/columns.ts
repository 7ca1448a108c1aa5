import type { Say } from './wording.ts';

/** A column of a list that staff read and take along, declared once: the screen and the file are made of it. */
export interface DeclaredColumn<Row> {
  /** Message id. */
  readonly title: string;
  /** As files have it (`Column` of `tables/table.ts`). */
  readonly kind: 'text' | 'code' | 'decimal' | 'instant';
  /** How wide it is beside the others, on paper. */
  readonly share: number;
  /** A decimal string, an instant as ISO 8601, or words; empty where there is nothing to say. */
  readonly text: (row: Row, say: Say) => string;
  /** Of an amount: the letters that its screen writes it by. */
  readonly currency?: (row: Row) => string;
  /** Left to the file: the screen shows it elsewhere, or not in a row. */
  readonly isFileOnly?: true;
}

/** In their order, by names that the screen can say more of. */
export type DeclaredColumns<Row> = Readonly<Record<string, DeclaredColumn<Row>>>;

/** The rows that all of the columns can read. */
export type RowOf<Declared extends DeclaredColumns<never>> = [Declared[keyof Declared]['text']] extends [
  (row: infer Row, say: Say) => string,
]
  ? Row
  : never;
