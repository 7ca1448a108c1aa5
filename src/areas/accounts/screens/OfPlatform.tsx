import { useState, type ReactNode } from 'react';
import type { CallFailure } from '../../../ui/api/failure.ts';
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
  const silence = useSilence(read);
  if (silence === null) return <Loaded read={read}>{children}</Loaded>;
  const { since } = silence;
  return (
    <p className={`${styles.inside} ${styles.quiet}`} role="status">
      {t(silent)}
      {since !== undefined && ` ${t('ui.silent.since', { since: dateTime(since) })}`}
    </p>
  );
}

/** That the platform does not answer, kept while it is asked again: a read without an answer forgets then why it has none. */
function useSilence({ data, error }: Readable<unknown>): CallFailure | null {
  const [last, setLast] = useState<CallFailure | null>(null);
  const isAskedAgain = data === undefined && error === null;
  const silence = error?.code === 'platform_unavailable' ? error : null;
  if (!isAskedAgain && silence !== last) setLast(silence);
  return isAskedAgain ? last : silence;
}
