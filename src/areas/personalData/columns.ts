import type { PersonalTable } from './tables.ts';

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
