import { useClientPart } from '../../../ui/api/context.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Stack } from '../../../ui/components/Card.tsx';

const most = 2;

/** What must not be missed among the notices; the bell holds the others. */
export function Urgent() {
  const notifications = useClientPart((state) => state.notifications);
  const urgent = notifications.filter(({ level }) => level === 'error' || level === 'warning').slice(0, most);
  if (urgent.length === 0) return null;
  return (
    <Stack>
      {urgent.map(({ id, level, title, text }) => (
        <Notice key={id} tone={level === 'error' ? 'loss' : 'warn'} title={title}>
          {text}
        </Notice>
      ))}
    </Stack>
  );
}
