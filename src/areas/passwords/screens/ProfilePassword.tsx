import { useClient } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { passwordsContract } from '../contract.ts';
import { methodsOf } from '../rules.ts';
import { NewSignInPassword } from './NewSignInPassword.tsx';
import { PinWizard } from './PinWizard.tsx';

const { calls } = passwordsContract;
const draft = 'passwords.profile';

/** Document 3 §2: a new password for signing in; afterwards one is on the profile's page. */
export default function ProfilePassword() {
  const { t } = useWords();
  const open = useOpen();
  const { mobile_phone: phone, country } = useClient();
  const send = useWrite(calls.sendProfilePin);
  const check = useWrite(calls.checkProfilePin);
  const change = useWrite(calls.changeProfilePassword);
  return (
    <>
      <ScreenHead title={t('passwords.profile.title')} text={t('passwords.profile.text')} />
      <Card>
        <PinWizard
          draft={draft}
          methods={methodsOf(phone)}
          country={country}
          send={(method) => send.mutateAsync({ method })}
          check={(pin) => check.mutateAsync({ pin })}
        >
          {({ pin, onEnded }) => (
            <NewSignInPassword
              draft={draft}
              onEnded={onEnded}
              save={async (typed) => {
                await change.mutateAsync({ pin, ...typed });
                showToast({ tone: 'gain', title: t('passwords.profile.done') });
                open({ page: pageLinks.profile });
              }}
            />
          )}
        </PinWizard>
      </Card>
    </>
  );
}
