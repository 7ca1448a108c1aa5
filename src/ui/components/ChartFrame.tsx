import { useState, type ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import { IconButton } from './Button.tsx';
import styles from './ChartFrame.module.css';

interface ChartFrameProps {
  /** What is drawn, for those who hear it. */
  readonly label: string;
  readonly chart: ReactNode;
  /** The same as rows: heads, of which there is at least one beside the names of the rows, and cells. */
  readonly heads: TableHeads;
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
  readonly caption?: ReactNode;
  /** Where the drawing has its figures. */
  readonly axis: 'left' | 'right';
  /** Hears that the drawing became a table, or one again: it then stays behind its table, as it was scrolled to. */
  readonly onTurn?: ((isTable: boolean) => void) | undefined;
}

/** A table of names alone would tell nothing of what is drawn. */
type TableHeads = readonly [names: string, first: string, ...others: string[]];

/** What a drawing tells of each thing in it: without any of it, it would have no table. */
export type ChartColumns<Told> = readonly [ChartColumn<Told>, ...ChartColumn<Told>[]];
interface ChartColumn<Told> {
  readonly title: string;
  readonly cell: (told: Told) => ReactNode;
}

/** The heads of a table whose rows are named by the first. */
export function headsOf(names: string, [first, ...others]: ChartColumns<never>): TableHeads {
  return [names, first.title, ...others.map(({ title }) => title)];
}

const longestTable = 100;

/** A drawing that can be turned into its table. */
export function ChartFrame({ label, chart, heads, rows, caption, axis, onTurn }: ChartFrameProps) {
  const { t } = useWords();
  const [isTable, setTable] = useState(false);
  return (
    <figure className={styles.frame} aria-label={label} data-axis={axis}>
      <div className={styles.turn}>
        <IconButton
          icon={isTable ? 'chart' : 'table'}
          label={t(isTable ? 'ui.chart.asChart' : 'ui.chart.asTable')}
          aria-pressed={isTable}
          onClick={() => {
            setTable(!isTable);
            onTurn?.(!isTable);
          }}
        />
      </div>
      {isTable && (
        <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(-longestTable).map((row) => (
                <tr key={row.key}>
                  {row.cells.map((cell, index) => (
                    <td key={heads[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(!isTable || onTurn) && (
        <div dir="ltr" aria-hidden="true" hidden={isTable}>
          {chart}
        </div>
      )}
      {caption !== undefined && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}
