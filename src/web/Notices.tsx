import { IconButton } from '../ui/components/Button.tsx';
import { Icon, type IconName } from '../ui/components/Icon.tsx';
import { RelativeAge } from '../ui/components/RelativeAge.tsx';
import { AddressLink } from '../ui/page/Link.tsx';
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

/** What the broker has to tell, newest first. */
export function Notices({ onFollow }: { readonly onFollow: () => void }) {
  const { t } = useWords();
  const { session } = useShell();
  const notifications = useNotices();
  if (notifications.length === 0) return <p className={styles.none}>{t('shell.notices.none')}</p>;
  return (
    <ul>
      {notifications.map((notification) => (
        <li key={notification.id} className={styles.notice} data-level={notification.level}>
          <Icon name={icons[notification.level]} />
          <Told notification={notification} onFollow={onFollow} />
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
  );
}

/** With the way to what it tells of. */
function Told({ notification, onFollow }: { readonly notification: Notification; readonly onFollow: () => void }) {
  const { target } = notification;
  const words = (
    <>
      <span className={styles.title}>{notification.title}</span>
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
