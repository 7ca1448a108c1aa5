import type { ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import { Icon } from './Icon.tsx';
import styles from './Timeline.module.css';

export interface TimelineStage {
  readonly key: string;
  readonly title: string;
  /** `done`, `now` (it is here), `next` (not there yet), `stopped` (it ended here, against the client's wish). */
  readonly state: 'done' | 'now' | 'next' | 'stopped';
  /** ISO time at which the stage was reached. */
  readonly at?: string | undefined;
  /** Who acts next and until when, or the reason in plain words. */
  readonly detail?: ReactNode;
}

/** The story of a piece of work: each stage with its time, who acts next, until when. */
export function Timeline({ stages, label }: { readonly stages: readonly TimelineStage[]; readonly label: string }) {
  const { dateTime, t } = useWords();
  return (
    <ol className={styles.timeline} aria-label={label}>
      {stages.map((stage) => (
        <li
          key={stage.key}
          className={styles.stage}
          data-state={stage.state}
          aria-current={stage.state === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {stage.state === 'done' && <Icon name="check" size={14} strokeWidth={2.4} />}
            {stage.state === 'stopped' && <Icon name="close" size={14} strokeWidth={2.4} />}
          </span>
          <div>
            <p className={styles.title}>
              {stage.title}
              <span className="only-heard"> — {t(`ui.stage.${stage.state}`)}</span>
            </p>
            {stage.at !== undefined && (
              <time className={styles.time} dateTime={stage.at}>
                {dateTime(stage.at)}
              </time>
            )}
            {stage.detail !== undefined && <div className={styles.detail}>{stage.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
