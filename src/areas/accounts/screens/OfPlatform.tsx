import type { ReactNode } from 'react';
import { Loaded, type Readable } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Details.module.css';

interface OfPlatformProps<Data> {
  readonly read: Readable<Data>;
  /** What is said while the platform does not answer; since when stands behind it. */
  readonly silent: 'accounts.orders.unavailable' | 'accounts.positions.unavailable';
  readonly children: (data: Data) => ReactNode;
}

/** What only the platform knows. While it does not answer that is said, and nothing shown of before: prices have moved since. */
export function OfPlatform<Data>({ read, silent, children }: OfPlatformProps<Data>) {
  const { t, dateTime } = useWords();
  if (read.error?.code !== 'platform_unavailable') return <Loaded read={read}>{children}</Loaded>;
  const { since } = read.error;
  return (
    <p className={`${styles.inside} ${styles.quiet}`} role="status">
      {t(silent)}
      {since !== undefined && ` ${t('ui.silent.since', { since: dateTime(since) })}`}
    </p>
  );
}
