import { Card } from '../components/Card.tsx';
import { Table, type Column } from '../components/Table.tsx';
import { TakeAlong } from './TakeAlong.tsx';

interface ListCardProps<Row> {
  readonly title: string;
  /** Its key, by which it is taken along as a file. */
  readonly table: string;
  readonly asked?: Readonly<Record<string, string | undefined>>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly columns: readonly Column<Row>[];
  /** What stands there while it is empty; left out: the titles alone. */
  readonly none?: string;
}

/** One list among several of a screen, with its way into a file. */
export function ListCard<Row>({ title, table, asked, rows, rowKey, columns, none }: ListCardProps<Row>) {
  const isEmpty = none !== undefined && rows.length === 0;
  return (
    <Card title={title} aside={<TakeAlong table={table} name={title} {...(asked && { asked })} />} isFlush={!isEmpty}>
      {isEmpty ? <p>{none}</p> : <Table label={title} isDense rows={rows} rowKey={rowKey} columns={columns} />}
    </Card>
  );
}
