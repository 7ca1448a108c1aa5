import { useEffect } from 'react';
import { useClient } from '../ui/api/context.tsx';
import { Button, IconButton } from '../ui/components/Button.tsx';
import { Icon, type IconName } from '../ui/components/Icon.tsx';
import { RelativeAge } from '../ui/components/RelativeAge.tsx';
import { AddressLink } from '../ui/page/Link.tsx';
import { rememberSeen, useShownOnce } from '../ui/page/noticeMemory.ts';
import { useWords } from '../ui/words/context.tsx';
import type { Notification } from '../protocol/envelope.ts';
import { useNotices, useShell } from './shell.tsx';
import styles from './Notices.module.css';

const icons: Readonly<Record<Notification['level'], IconName>> = {
  success: 'check',
  processing: 'clock',
  error: 'alert',
  warning: 'alert',
  info: 'info',
};

/** What the broker has to tell, newest first. Standing here is having been seen: the bell counts none of them any more. */
export function Notices({ onFollow }: { readonly onFollow: () => void }) {
  const { t } = useWords();
  const { session } = useShell();
  const { id: client } = useClient();
  const notifications = useShownOnce(client, useNotices());
  useEffect(() => rememberSeen(client, notifications), [client, notifications]);
  if (notifications.length === 0) return <p className={styles.none}>{t('shell.notices.none')}</p>;
  return (
    <>
      <div className={styles.head}>
        <h2>{t('shell.notices.title')}</h2>
        <Button
          look="quiet"
          size="small"
          refusal={notifications.every((each) => each.is_read) ? t('shell.notices.allRead') : undefined}
          isRefusalShown={false}
          onClick={() => void session.markRead()}
        >
          {t('shell.notices.markRead')}
        </Button>
      </div>
      <ul>
        {notifications.map((notification) => (
          <li
            key={notification.id}
            className={styles.notice}
            data-level={notification.level}
            data-unread={notification.is_read ? undefined : ''}
          >
            <Icon name={icons[notification.level]} />
            <Told
              notification={notification}
              onFollow={() => {
                if (!notification.is_read) void session.markRead([notification.id]);
                onFollow();
              }}
            />
            {notification.is_closable && (
              <IconButton
                icon="close"
                label={t('shell.notices.dismiss', { title: notification.title })}
                onClick={() => void session.dismiss(notification.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** With the way to what it tells of. */
function Told({ notification, onFollow }: { readonly notification: Notification; readonly onFollow: () => void }) {
  const { t } = useWords();
  const { target } = notification;
  const words = (
    <>
      <span className={styles.title}>
        {!notification.is_read && <span className="only-heard">{t('shell.notices.unread')} </span>}
        {notification.title}
      </span>
      <span>{notification.text}</span>
      <span className={styles.age}>
        <RelativeAge at={notification.created_at} />
      </span>
    </>
  );
  if (target === null) return <div className={styles.body}>{words}</div>;
  return (
    <AddressLink href={target} className={styles.body} onClick={onFollow}>
      {words}
    </AddressLink>
  );
}
