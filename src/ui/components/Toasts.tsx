import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useWords } from '../words/context.tsx';

const shownMs = 6000;

/** Where toasts appear; loaded with the first of them. */
export default function Toasts() {
  const { direction } = useWords();
  return (
    <Notifications position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'} limit={3} autoClose={shownMs} zIndex={400} />
  );
}
