import type { RecordKind } from './contract.ts';

/**
 * A table that holds something of persons. Each of its columns stands in one word of `columns`, with marks before it: `-` does not go
 * out to the client, `~` is taken away once its kind is kept no longer. Behind a colon stands by which currency an amount of minor
 * units is written: a column's, a computed one's, or its code.
 */
export interface PersonalTable {
  readonly kind: RecordKind;
  /** Which rows are of client `$1`. */
  readonly whose: string;
  readonly columns: string;
  /** What else goes out, computed. */
  readonly computed?: Readonly<Record<string, string>>;
  /** What is left of the rows once their kind is kept no longer; left out: all but what is marked with `~`. */
  readonly goes?: 'whole';
  /** What stands in a column that may not be empty, where it was taken away. */
  readonly instead?: Readonly<Record<string, string>>;
}

const own = 'client_id = $1';

export const table = (kind: RecordKind, columns: string, more: Partial<PersonalTable> = {}): PersonalTable => ({
  kind,
  columns,
  whose: own,
  ...more,
});

/** Whole rows go. What refers to others stands before them. */
export const passes = (kind: RecordKind, columns: string, whose = own): PersonalTable =>
  table(kind, columns, { whose, goes: 'whole' });
