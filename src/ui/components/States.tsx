import { useSyncExternalStore, type ReactNode } from 'react';
import { nextPages, type NextPage } from '../../law/nextPages.ts';
import type { CallFailure } from '../api/failure.ts';
import { useWords } from '../words/context.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Illustration, type IllustrationName } from './Illustration.tsx';
import { Notice } from './Notice.tsx';
import { SkeletonCard } from './Skeleton.tsx';
import { Contact, WayOn } from './WayOn.tsx';
import styles from './States.module.css';

interface EmptyStateProps {
  readonly picture: IllustrationName;
  readonly title: string;
  /** What this is for. */
  readonly text: string;
  /** The one next action. */
  readonly action?: ReactNode;
  /** It is the whole screen, so its title is the screen's. */
  readonly isScreen?: boolean;
}

/** Nothing here yet: what it is for, and the one next thing to do. */
export function EmptyState({ picture, title, text, action, isScreen = false }: EmptyStateProps) {
  const Head = isScreen ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <Illustration name={picture} />
      <Head>{title}</Head>
      <p>{text}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly failure: CallFailure;
  readonly onRetry?: () => void;
  /** It is the whole screen, so its title is the screen's. */
  readonly isScreen?: boolean;
}

/** What happened, what to do, and the number to name to support. */
export function ErrorState({ failure, onRetry, isScreen = false }: ErrorStateProps) {
  const { t } = useWords();
  const Head = isScreen ? 'h1' : 'h2';
  const isOffline = failure.kind === 'offline';
  return (
    <div className={styles.state} role="alert">
      <Illustration name={isOffline ? 'offline' : 'fault'} />
      <Head>{failure.title ?? t(isOffline ? 'ui.offline.title' : 'ui.fault.title')}</Head>
      <p>{failure.sentence ?? t(isOffline ? 'ui.offline.text' : 'ui.fault.text')}</p>
      <Since failure={failure} />
      {failure.reference !== undefined && (
        <p className={styles.reference}>{t('ui.fault.reference', { reference: failure.reference })}</p>
      )}
      <div className={styles.ways}>
        {onRetry && (
          <Button look="plain" onClick={onRetry}>
            {t('ui.again')}
          </Button>
        )}
        {failure.kind === 'fault' && <Contact subject={failure.reference} size="medium" />}
      </div>
    </div>
  );
}

/** Since when there has been no answer, where an outside party owes one. */
function Since({ failure: { since } }: { readonly failure: CallFailure }) {
  const { t, dateTime } = useWords();
  return since === undefined ? null : <p>{t('ui.silent.since', { since: dateTime(since) })}</p>;
}

interface RefusedStateProps {
  readonly message: string;
  readonly beside?: ReactNode;
  readonly action?: ReactNode;
}

/** The rules say no: why, by which rule, and what opens it. */
export function RefusedState({ message, beside, action }: RefusedStateProps) {
  const { t } = useWords();
  return (
    <div className={styles.state}>
      <Illustration name="refused" />
      <h2>{t('ui.refused.title')}</h2>
      <p>{message}</p>
      {beside}
      {action}
    </div>
  );
}

export interface Readable<Data> {
  readonly data: Data | undefined;
  readonly error: CallFailure | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly read: Readable<Data>;
  /** What stands there until the answer comes; the shape of the answer. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * An answer in any of its states: `<Loaded read={useRead(call, input)}>{(data) => …}</Loaded>`. An answer that is there
 * stays on the screen when asking again fails; its age tells.
 */
export function Loaded<Data>({ read, skeleton, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  if (read.error === null) return skeleton ?? <SkeletonCard />;
  if (read.error.kind === 'refused') {
    const { sentence, message, code } = read.error;
    const beside = <Since failure={read.error} />;
    return <RefusedState message={sentence ?? message} beside={beside} action={<WayOn code={code} size="medium" />} />;
  }
  return <ErrorState failure={read.error} onRetry={() => void read.refetch()} />;
}

/** Stands on top while the browser has no network. */
export function OfflineBanner() {
  const { t } = useWords();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className={styles.offline} role="status">
      <Icon name="offline" size={18} />
      {t('ui.offline.banner')}
    </div>
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Who was refused goes on as the table says; with a fault of ours one presses again, or names it to support. */
export function WayAfter({ failure }: { readonly failure: CallFailure }) {
  if (failure.kind === 'fault') return <Contact subject={failure.reference} />;
  return failure.kind === 'refused' ? <WayOn code={failure.code} next={nextIn(failure.data)} /> : null;
}

/** A gate's refusal carries the page that opens it. */
function nextIn(data: unknown): NextPage | undefined {
  const next: unknown = typeof data === 'object' && data !== null && 'next' in data ? data.next : undefined;
  return nextPages.find((page) => page === next);
}

/** A failed write above its form. */
export function WriteFailure({ failure }: { readonly failure: CallFailure | null }) {
  const { t, dateTime } = useWords();
  if (!failure) return null;
  return (
    <Notice tone="loss" isUrgent title={failure.title} action={<WayAfter failure={failure} />}>
      {failure.sentence ?? t(failure.kind === 'offline' ? 'ui.offline.text' : 'ui.fault.text')}
      {failure.since !== undefined && ` ${t('ui.silent.since', { since: dateTime(failure.since) })}`}
      {failure.kind === 'fault' && failure.reference !== undefined && (
        <span className={styles.reference}> {t('ui.fault.reference', { reference: failure.reference })}</span>
      )}
    </Notice>
  );
}
