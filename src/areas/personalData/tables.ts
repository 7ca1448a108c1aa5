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
  /** Which more rows are about client `$1`: taken away as theirs are, and never told. */
  readonly alsoTaken?: string;
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

/** A column of a table that holds something of persons, read from its word. */
export interface PersonalColumn {
  readonly name: string;
  readonly isExported: boolean;
  /** Taken away once its kind is kept no longer. */
  readonly isTaken: boolean;
  /** By which currency it is written, where it is an amount of minor units: the name of a column, or its code. */
  readonly currency: string | undefined;
}

export function columnsOf({ columns }: Pick<PersonalTable, 'columns'>): PersonalColumn[] {
  return columns.split(' ').map((word) => {
    const [marked = '', currency] = word.split(':');
    const name = marked.replace(/^[-~]+/, '');
    const marks = new Set(marked.slice(0, marked.length - name.length));
    return { name, isExported: !marks.has('-'), isTaken: marks.has('~'), currency };
  });
}
