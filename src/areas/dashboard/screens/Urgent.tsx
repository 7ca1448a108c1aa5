import { useMemo } from 'react';
import { useClient, useClientPart } from '../../../ui/api/context.tsx';
import { AddressButton } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useTravel } from '../../../ui/page/Link.tsx';
import { useShownOnce } from '../../../ui/page/noticeMemory.ts';
import { shownOn } from '../../../ui/page/notices.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Notification } from '../../../protocol/envelope.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';

const most = 2;

/** What must not be missed among the notices; the bell holds the others. */
export function Urgent() {
  const notifications = useClientPart((state) => state.notifications);
  const { brand } = useTravel();
  const { id } = useClient();
  const here = useMemo(() => shownOn(notifications, pageLinks.home.path, brand), [notifications, brand]);
  const due = useMemo(
    () => here.filter(({ level, is_read: isRead }) => !isRead && (level === 'error' || level === 'warning')),
    [here],
  );
  const urgent = useShownOnce(id, due, most);
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
  const { level, title, text, target } = notification;
  const way = target !== null && (
    <AddressButton look="plain" size="small" href={target} aria-label={t('dashboard.urgent.openThis', { title })}>
      {t('dashboard.urgent.open')}
    </AddressButton>
  );
  return (
    <Notice tone={level === 'error' ? 'loss' : 'warn'} title={title} action={way}>
      {text}
    </Notice>
  );
}
