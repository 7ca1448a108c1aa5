import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';

export type Tone = 'note' | 'gain' | 'warn' | 'loss';

const icons: Readonly<Record<Tone, IconName>> = { note: 'info', gain: 'check', warn: 'alert', loss: 'alert' };

interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
  /** Read out at once when it appears. */
  readonly isUrgent?: boolean;
}

/** A message in its place: what is so, and what to do next. */
export function Notice({ tone = 'note', title, children, action, isUrgent = false }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={isUrgent ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div className={styles.text}>{children}</div>}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
