import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Theme } from '../theme/Theme.tsx';
import { useWords } from '../words/context.tsx';

const shownMs = 6000;

/** Where toasts appear; loaded with the first of them. */
export default function Toasts() {
  const { t, direction } = useWords();
  const closing = { closeButtonProps: { 'aria-label': t('ui.close') } };
  return (
    <Theme>
      <MantineThemeProvider theme={{ components: { Notification: { defaultProps: closing } } }}>
        <Notifications
          position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'}
          limit={3}
          autoClose={shownMs}
          zIndex={400}
        />
      </MantineThemeProvider>
    </Theme>
  );
}
