import { LinkButton } from '../../../ui/components/Button.tsx';
import { ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { SecondFactor } from './SecondFactor.tsx';
import { SignIns } from './SignIns.tsx';
import { OpenSessions } from './Sessions.tsx';

/** What a client signs in with, and where they are signed in. */
export default function Security() {
  const { t } = useWords();
  return (
    <>
      <ScreenHead
        title={t('nav.security')}
        text={t('security.text')}
        actions={
          <>
            <LinkButton look="plain" to={{ page: pageLinks.freeze }}>
              {t('security.freeze')}
            </LinkButton>
            <LinkButton look="plain" to={{ page: pageLinks.changePassword }}>
              {t('security.password')}
            </LinkButton>
          </>
        }
      />
      <Stack>
        <SecondFactor />
        <OpenSessions />
        <SignIns />
      </Stack>
    </>
  );
}
