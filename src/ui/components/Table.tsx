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
  /** Left to the details where the window is narrower than a desk's. */
  readonly isWideOnly?: true;
}

interface TableProps<Row, Page extends PageSpec> {
  /** Read out as the table's name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Where a row leads: the first column becomes the link, and the whole row can be pressed. */
  readonly rowLink?: (row: Row) => Target<Page>;
  /** What a press on a row does instead of leading somewhere. */
  readonly onRow?: (row: Row) => void;
  /** Lines close to each other, for those who read many of them. */
  readonly isDense?: boolean;
  /** What a row stands under: rows that follow each other under the same words have them once, above them. */
  readonly groupOf?: (row: Row) => string;
  /** Columns of one width each, so that tables under each other are level. */
  readonly isLevel?: boolean;
}

/** What is wider than its frame is reached with the keys too: then the frame takes the focus, and only then. */
function reachable(frame: HTMLDivElement | null): (() => void) | undefined {
  if (!frame) return undefined;
  const look = (): void => {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  };
  const watching = new ResizeObserver(look);
  watching.observe(frame);
  if (frame.firstElementChild) watching.observe(frame.firstElementChild);
  return () => watching.disconnect();
}

/** A table on a desk, a list on a phone: the same rows, laid out anew. */
export function Table<Row, Page extends PageSpec>(props: TableProps<Row, Page>) {
  const { label, columns, rows, rowKey, rowLink, onRow, groupOf, isDense = false, isLevel = false } = props;
  const isPressed = rowLink !== undefined || onRow !== undefined;
  return (
    <div className={styles.frame} ref={reachable}>
      <table className={styles.table} aria-label={label} data-dense={isDense || undefined} data-level={isLevel || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-figures={column.isFigures || undefined} data-wide={column.isWideOnly}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(rows, groupOf).map((group) => (
          <tbody key={group.title}>
            {group.title !== '' && (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {group.title}
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <tr key={rowKey(row)} data-key={rowKey(row)} data-linked={isPressed ? '' : undefined}>
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    data-figures={column.isFigures || undefined}
                    data-phone={column.onPhone ?? (index === 0 ? 'main' : 'under')}
                    data-title={column.title}
                    data-wide={column.isWideOnly}
                  >
                    <Cell row={row} column={column} {...(index === 0 && { rowLink, onRow })} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function groupsOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined) {
  const groups: { readonly title: string; readonly rows: Row[] }[] = [];
  for (const row of rows) {
    const title = groupOf?.(row) ?? '';
    const last = groups.at(-1);
    if (last?.title === title) last.rows.push(row);
    else groups.push({ title, rows: [row] });
  }
  return groups;
}

interface CellProps<Row, Page extends PageSpec> {
  readonly row: Row;
  readonly column: Column<Row>;
  readonly rowLink?: TableProps<Row, Page>['rowLink'] | undefined;
  readonly onRow?: TableProps<Row, Page>['onRow'] | undefined;
}

/** The first cell of a row that can be pressed covers the row. */
function Cell<Row, Page extends PageSpec>({ row, column, rowLink, onRow }: CellProps<Row, Page>) {
  const content = column.cell(row);
  if (rowLink)
    return (
      <PageLink to={rowLink(row)} className={styles.link} data-row="">
        {content}
      </PageLink>
    );
  if (onRow)
    return (
      <button type="button" className={styles.link} data-row="" onClick={() => onRow(row)}>
        {content}
      </button>
    );
  return content;
}
