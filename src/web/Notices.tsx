import { useClientPart } from '../ui/api/context.tsx';
import { IconButton } from '../ui/components/Button.tsx';
import { Icon, type IconName } from '../ui/components/Icon.tsx';
import { RelativeAge } from '../ui/components/RelativeAge.tsx';
import { PageLink } from '../ui/page/Link.tsx';
import { noticeTarget } from '../ui/page/noticeTarget.ts';
import { useWords } from '../ui/words/context.tsx';
import type { Notification } from '../protocol/envelope.ts';
import { useShell } from './shell.tsx';
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
  const notifications = useClientPart((state) => state.notifications);
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

/** Of a transfer: the way to it. */
function Told({ notification, onFollow }: { readonly notification: Notification; readonly onFollow: () => void }) {
  const target = noticeTarget(notification);
  const words = (
    <>
      <span className={styles.title}>{notification.title}</span>
      <span>{notification.text}</span>
      <span className={styles.age}>
        <RelativeAge at={notification.created_at} />
      </span>
    </>
  );
  if (!target) return <div className={styles.body}>{words}</div>;
  return (
    <PageLink to={target} className={styles.body} onClick={onFollow}>
      {words}
    </PageLink>
  );
}
