import { useClientPart } from '../../../ui/api/context.tsx';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { noticeTarget } from '../../../ui/page/noticeTarget.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Notification } from '../../../protocol/envelope.ts';

const most = 2;

/** What must not be missed among the notices; the bell holds the others. */
export function Urgent() {
  const notifications = useClientPart((state) => state.notifications);
  const urgent = notifications.filter(({ level }) => level === 'error' || level === 'warning').slice(0, most);
  if (urgent.length === 0) return null;
  return (
    <Stack>
      {urgent.map((notification) => (
        <Told key={notification.id} notification={notification} />
      ))}
    </Stack>
  );
}

function Told({ notification }: { readonly notification: Notification }) {
  const { t } = useWords();
  const { level, title, text } = notification;
  const target = noticeTarget(notification);
  const way = target && (
    <LinkButton look="plain" size="small" to={target}>
      {t('dashboard.urgent.open', { id: String(target.params.id) })}
    </LinkButton>
  );
  return (
    <Notice tone={level === 'error' ? 'loss' : 'warn'} title={title} action={way}>
      {text}
    </Notice>
  );
}
