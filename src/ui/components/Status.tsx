import { useWords } from '../words/context.tsx';
import type { Tone } from './Notice.tsx';
import styles from './Status.module.css';

/** A state in a word; the dot's colour only repeats what the word says. */
export function Status({ tone = 'note', children }: { readonly tone?: Tone | 'still'; readonly children: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  );
}

/** The statuses of a transfer (interfaces §4) and what they mean to the client. */
const transferTones = {
  created: 'still',
  waiting_payment: 'warn',
  processing: 'note',
  on_review: 'note',
  completed: 'gain',
  declined: 'loss',
  cancelled: 'still',
  failed: 'loss',
} as const satisfies Record<string, Tone | 'still'>;

export type TransferStatus = keyof typeof transferTones;

export function TransferStatusPill({ status }: { readonly status: TransferStatus }) {
  const { t } = useWords();
  return <Status tone={transferTones[status]}>{t(`ui.transfer.${status}`)}</Status>;
}
