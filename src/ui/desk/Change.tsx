import { useWords } from '../words/context.tsx';
import styles from './Change.module.css';

interface ChangeProps {
  readonly before: unknown;
  readonly after: unknown;
}

/** What was and what is: of two records only the parts that differ, each by its path. */
export function Change({ before, after }: ChangeProps) {
  const { t } = useWords();
  const parts = differences(before, after);
  if (parts.length === 0) return <p className={styles.none}>{t('desk.change.none')}</p>;
  return (
    <table className={styles.change}>
      <thead>
        <tr>
          <th scope="col">{t('desk.change.part')}</th>
          <th scope="col">{t('desk.change.before')}</th>
          <th scope="col">{t('desk.change.after')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ path, was, is }) => (
          <tr key={path}>
            <th scope="row">{path === '' ? t('desk.change.whole') : path}</th>
            <td>
              <Value value={was} kind="before" />
            </td>
            <td>
              <Value value={is} kind="after" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value, kind }: { readonly value: unknown; readonly kind: 'before' | 'after' }) {
  const { t } = useWords();
  const isNothing = value === undefined || value === null;
  if (isNothing) return <span className={styles.none}>{t('desk.change.nothing')}</span>;
  return (
    <code className={styles.value} data-kind={kind} dir="ltr">
      {valueText(value)}
    </code>
  );
}

/** A value as one reads it: texts bare, everything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

interface Difference {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Exported for its test. Records are gone into; lists and everything else are compared whole. */
export function differences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(before[key], after[key], path === '' ? key : `${path}.${key}`));
  }
  return JSON.stringify(before ?? null) === JSON.stringify(after ?? null) ? [] : [{ path, was: before, is: after }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
