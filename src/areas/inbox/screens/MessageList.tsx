import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { InboxAction, InboxMessage } from '../contract.ts';
import { Code } from './Filters.tsx';
import styles from './Inbox.module.css';
import { firstWords } from './words.ts';

interface MessageListProps {
  readonly page: {
    readonly inbox_messages: readonly InboxMessage[];
    readonly total_items: number;
    readonly page: number;
    readonly page_size: number;
  };
  readonly openedId: number | undefined;
  readonly isBusy: boolean;
  readonly onOpen: (message: InboxMessage) => void;
  readonly onChange: (action: InboxAction, ids: readonly number[]) => void;
  readonly onPage: (page: number) => void;
}

/** A page of messages, to be opened, ticked and marked together. */
export function MessageList({ page, openedId, isBusy, onOpen, onChange, onPage }: MessageListProps) {
  const { t } = useWords();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const messages = page.inbox_messages;
  const chosen = messages.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  const tick = (id: number, isTicked: boolean): void => {
    setTicked(new Set(isTicked ? [...ticked, id] : [...ticked].filter((other) => other !== id)));
  };
  const mark = (action: InboxAction): void => {
    onChange(action, chosen);
    setTicked(new Set());
  };
  return (
    <Card isFlush>
      <div className={styles.bulk}>
        <TickAll
          state={chosen.length === 0 ? 'none' : chosen.length === messages.length ? 'all' : 'some'}
          onChange={(isTicked) => setTicked(new Set(isTicked ? messages.map(({ id }) => id) : []))}
        />
        {chosen.length > 0 && (
          <div className={styles.bulkActions}>
            <Button look="quiet" size="small" isBusy={isBusy} onClick={() => mark('read')}>
              {t('inbox.markRead')}
            </Button>
            <Button look="quiet" size="small" isBusy={isBusy} onClick={() => mark('unread')}>
              {t('inbox.markUnread')}
            </Button>
          </div>
        )}
      </div>
      <ul aria-label={t('inbox.messages')}>
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            isOpen={message.id === openedId}
            isTicked={ticked.has(message.id)}
            onTick={(isTicked) => tick(message.id, isTicked)}
            onOpen={() => onOpen(message)}
            onFavorite={() => onChange(message.is_favorite ? 'unfavorite' : 'favorite', [message.id])}
          />
        ))}
      </ul>
      <Pager page={page} onPage={onPage} />
    </Card>
  );
}

interface MessageRowProps {
  readonly message: InboxMessage;
  readonly isOpen: boolean;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly onOpen: () => void;
  readonly onFavorite: () => void;
}

function MessageRow({ message, isOpen, isTicked, onTick, onOpen, onFavorite }: MessageRowProps) {
  const { t, date } = useWords();
  const department = t(`inbox.folder.${message.group}`);
  const isUnread = message.status === 'unread';
  return (
    <li className={styles.row} data-unread={isUnread || undefined} data-open={isOpen || undefined}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={t('inbox.tick', { department, date: date(message.sent_at) })}
          onChange={(event) => onTick(event.target.checked)}
        />
      </label>
      <button type="button" className={styles.open} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={styles.rowHead}>
          <Code group={message.group} />
          <span className={styles.department}>{department}</span>
          <time className={styles.date} dateTime={message.sent_at}>
            {date(message.sent_at)}
          </time>
        </span>
        <span className={styles.excerpt} dir="auto" data-excerpt="">
          {firstWords(message.text)}
        </span>
        {isUnread && <span className="only-heard">{t('inbox.unread')}</span>}
      </button>
      <IconButton
        icon={message.is_favorite ? 'star-full' : 'star'}
        label={t(message.is_favorite ? 'inbox.unfavorite' : 'inbox.favorite')}
        aria-pressed={message.is_favorite}
        onClick={onFavorite}
      />
    </li>
  );
}

/** Follows the ticks: all, none, or some of them. */
function TickAll({
  state,
  onChange,
}: {
  readonly state: 'all' | 'some' | 'none';
  readonly onChange: (isTicked: boolean) => void;
}) {
  const { t } = useWords();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className={styles.tickAll}>
      <input ref={box} type="checkbox" checked={state === 'all'} onChange={(event) => onChange(event.target.checked)} />
      <span className={state === 'none' ? undefined : 'only-heard'}>{t('inbox.tickAll')}</span>
    </label>
  );
}

function Pager({ page, onPage }: Pick<MessageListProps, 'page' | 'onPage'>) {
  const { t } = useWords();
  const first = (page.page - 1) * page.page_size + 1;
  const last = first + page.inbox_messages.length - 1;
  if (page.total_items <= page.page_size) return null;
  return (
    <nav className={styles.pager} aria-label={t('inbox.pages')}>
      <button type="button" className={styles.turn} disabled={page.page === 1} onClick={() => onPage(page.page - 1)}>
        <Icon name="back" size={18} />
        {t('inbox.newer')}
      </button>
      <span className={styles.range}>{t('inbox.range', { first, last, total: page.total_items })}</span>
      <button type="button" className={styles.turn} disabled={last >= page.total_items} onClick={() => onPage(page.page + 1)}>
        {t('inbox.older')}
        <Icon name="forward" size={18} />
      </button>
    </nav>
  );
}
