import type { ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import { Icon } from './Icon.tsx';
import styles from './Timeline.module.css';

export interface TimelineEntry {
  readonly key: string;
  readonly title: string;
  /** `done`, `now` (it is here), `next` (not there yet), `stopped` (it ended here, against the client's wish). */
  readonly state: 'done' | 'now' | 'next' | 'stopped';
  /** ISO time at which it happened. */
  readonly at?: string | undefined;
  /** Who acts next and until when, or the reason in plain words. */
  readonly detail?: ReactNode;
}

/** The timeline of a piece of work: each entry with its time, who acts next, until when. */
export function Timeline({ entries, label }: { readonly entries: readonly TimelineEntry[]; readonly label: string }) {
  const { dateTime, t } = useWords();
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map((entry) => (
        <li
          key={entry.key}
          className={styles.stage}
          data-state={entry.state}
          aria-current={entry.state === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {entry.state === 'done' && <Icon name="check" size={14} strokeWidth={2.4} />}
            {entry.state === 'stopped' && <Icon name="close" size={14} strokeWidth={2.4} />}
          </span>
          <div>
            <p className={styles.title}>
              {entry.title}
              <span className="only-heard"> — {t(`ui.stage.${entry.state}`)}</span>
            </p>
            {entry.at !== undefined && (
              <time className={styles.time} dateTime={entry.at}>
                {dateTime(entry.at)}
              </time>
            )}
            {entry.detail !== undefined && <div className={styles.detail}>{entry.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
