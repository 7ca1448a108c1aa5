import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { InboxAction, InboxMessage } from '../contract.ts';
import styles from './Inbox.module.css';

interface MessageViewProps {
  readonly message: InboxMessage;
  readonly onChange: (action: InboxAction, ids: readonly number[]) => void;
}

/** The message that is open. */
export function MessageView({ message, onChange }: MessageViewProps) {
  const { t, dateTime } = useWords();
  const isUnread = message.status === 'unread';
  return (
    <Card
      title={t(`inbox.folder.${message.group}`)}
      aside={
        <time className={styles.date} dateTime={message.sent_at}>
          {dateTime(message.sent_at)}
        </time>
      }
    >
      {/* The server cleaned the text when it was written, and the page's policy runs no script that it did not send. */}
      <div className={styles.text} dir="auto" dangerouslySetInnerHTML={{ __html: message.text }} />
      <div className={styles.viewActions}>
        <Button look="quiet" size="small" onClick={() => onChange(isUnread ? 'read' : 'unread', [message.id])}>
          {t(isUnread ? 'inbox.read' : 'inbox.keepUnread')}
        </Button>
        <Button
          look="quiet"
          size="small"
          icon={message.is_favorite ? 'star-full' : 'star'}
          onClick={() => onChange(message.is_favorite ? 'unfavorite' : 'favorite', [message.id])}
        >
          {t(message.is_favorite ? 'inbox.unfavorite' : 'inbox.favorite')}
        </Button>
      </div>
    </Card>
  );
}
