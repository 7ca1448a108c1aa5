import type { ReactNode } from 'react';
import type { DeclaredColumns, RowOf } from '../../base/columns.ts';
import type { Say } from '../../base/wording.ts';
import { Figures } from '../components/Money.tsx';
import type { Column } from '../components/Table.tsx';
import { useWords } from '../words/context.tsx';

interface Special<Row> extends Pick<Column<Row>, 'onPhone' | 'isWideOnly'> {
  /** What stands there instead of the file's words: a link, a status, a clock. */
  readonly cell?: (row: Row) => ReactNode;
}

/** The columns that the screen has of a list that is declared for screen and file. */
export function useDeclared() {
  const { t, dateTime, number } = useWords();
  return <Declared extends DeclaredColumns<never>>(
    columns: Declared,
    special?: Readonly<Partial<Record<keyof Declared, Special<RowOf<Declared>>>>>,
  ): readonly Column<RowOf<Declared>>[] => {
    const each = Object.entries(columns as unknown as DeclaredColumns<RowOf<Declared>>);
    return each
      .filter(([, { isFileOnly }]) => isFileOnly !== true)
      .map(([key, { title, kind, text, currency }]): Column<RowOf<Declared>> => {
        const drawn = (row: RowOf<Declared>): ReactNode => {
          const value = text(row, t as Say);
          if (value === '') return '';
          if (kind === 'instant') return <time dateTime={value}>{dateTime(value)}</time>;
          if (kind !== 'decimal') return value;
          return currency ? <Figures value={value} currency={currency(row)} /> : number(value, value.split('.')[1]?.length ?? 0);
        };
        const { cell = drawn, ...rest }: Special<RowOf<Declared>> = special?.[key] ?? {};
        return { key, title: t(title), cell, ...(kind === 'decimal' && { isFigures: true }), ...rest };
      });
  };
}
