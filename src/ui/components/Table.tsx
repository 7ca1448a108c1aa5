import type { ReactNode } from 'react';
import type { PageSpec } from '../../protocol/call.ts';
import { PageLink, type Target } from '../page/Link.tsx';
import styles from './Table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and numbers stand at the end, so that they align. */
  readonly isFigures?: boolean;
  /**
   * On a phone: `main` names the row, `beside` stands at its end, `below` under that, `under` (left out) follows with its
   * title, `action` follows without it, as wide as the row, `hidden` is left to the details.
   */
  readonly onPhone?: 'main' | 'beside' | 'below' | 'under' | 'action' | 'hidden';
}

interface TableProps<Row, Page extends PageSpec> {
  /** Read out as the table's name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Where a row leads: the first column becomes the link, and the whole row can be pressed. */
  readonly rowLink?: (row: Row) => Target<Page>;
}

/** A table on a desk, a list on a phone: the same rows, laid out anew. */
export function Table<Row, Page extends PageSpec>({ label, columns, rows, rowKey, rowLink }: TableProps<Row, Page>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-figures={column.isFigures || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-linked={rowLink === undefined ? undefined : ''}>
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  data-figures={column.isFigures || undefined}
                  data-phone={column.onPhone ?? (index === 0 ? 'main' : 'under')}
                  data-title={column.title}
                >
                  {index === 0 && rowLink ? (
                    <PageLink to={rowLink(row)} className={styles.link}>
                      {column.cell(row)}
                    </PageLink>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
