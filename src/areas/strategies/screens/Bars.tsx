import { Table } from '../../../ui/components/Table.tsx';
import styles from './Details.module.css';

interface BarRow {
  readonly key: string;
  readonly name: string;
  readonly counts: readonly number[];
}

interface BarsProps {
  readonly label: string;
  readonly head: string;
  /** What is counted, column by column. */
  readonly counts: readonly string[];
  readonly rows: readonly BarRow[];
}

/** Counts beside each other, each with a bar as long as it is: a table that is its own chart. */
export function Bars({ label, head, counts, rows }: BarsProps) {
  const most = Math.max(1, ...rows.flatMap((row) => row.counts));
  return (
    <Table
      label={label}
      isDense
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: 'name', title: head, onPhone: 'main', cell: ({ name }) => name },
        ...counts.map((title, index) => ({
          key: title,
          title,
          // One count alone says beside its name what it is by the name of the table.
          ...(counts.length === 1 && { onPhone: 'beside' as const }),
          cell: (row: BarRow) => (
            <span className={styles.bar}>
              <span className="figures">{row.counts[index] ?? 0}</span>
              <span className={styles.length} aria-hidden style={{ inlineSize: `${((row.counts[index] ?? 0) / most) * 60}%` }} />
            </span>
          ),
        })),
      ]}
    />
  );
}
