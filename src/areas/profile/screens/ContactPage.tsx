import { useState } from 'react';
import type { ContactKind } from '../../../law/contacts.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { profileContract, type Profile } from '../contract.ts';
import { ContactPin } from './ContactPin.tsx';
import { NewValue, PresentValue, type Waiting } from './ContactValue.tsx';

const { calls, pages } = profileContract;

type ContactPageProps =
  | { readonly what: ContactKind; readonly act: 'change' }
  /** That the one which counts now is the client's. */
  | { readonly what: 'email' | 'mobile'; readonly act: 'verify' };

/** An address or a number of the client's: another one, or a word that it is theirs. By a PIN that goes there. */
export function ContactPage(page: ContactPageProps) {
  const { t } = useWords();
  const read = useRead(calls.profile, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pages.profile }}>{t('nav.profile')}</BackLink>}
        title={page.act === 'change' ? t(`profile.${page.what}.change`) : t(`profile.${page.what}.verify`)}
        text={page.act === 'change' ? t(`profile.${page.what}.change.text`) : t(`profile.${page.what}.verify.text`)}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ profile }) => <Steps page={page} present={profile[page.what]} />}
      </Loaded>
    </>
  );
}

interface StepsProps {
  readonly page: ContactPageProps;
  readonly present: Profile[ContactKind];
}

function Steps({ page, present }: StepsProps) {
  const { t } = useWords();
  const open = useOpen();
  const [waiting, setWaiting] = useState<Waiting>();
  const save = useWrite(calls.saveContact);
  const { what } = page;
  if (waiting)
    return (
      <Card>
        <ContactPin
          to={waiting.value ?? present.value ?? ''}
          sent={waiting.sent}
          onAgain={() => setWaiting(undefined)}
          save={async (pin) => {
            await save.mutateAsync({ what, pin, ...(waiting.value === undefined ? {} : { value: waiting.value }) });
            const title = page.act === 'change' ? t(`profile.${page.what}.change.done`) : t(`profile.${page.what}.verify.done`);
            showToast({ tone: 'gain', title });
            open({ page: pages.profile });
          }}
        />
      </Card>
    );
  if (page.act === 'change')
    return (
      <Card>
        <NewValue what={what} present={present.value} onSent={setWaiting} />
      </Card>
    );
  if (present.value === null)
    return (
      <Notice
        tone="warn"
        action={
          <LinkButton look="plain" size="small" to={{ page: page.what === 'email' ? pages.changeEmail : pages.changeMobile }}>
            {t(`profile.${page.what}.change`)}
          </LinkButton>
        }
      >
        {t(`profile.${page.what}.none`)}
      </Notice>
    );
  if (present.is_verified) return <Notice tone="gain">{t(`profile.${page.what}.verified`)}</Notice>;
  return (
    <Card>
      <PresentValue what={what} present={present.value} onSent={setWaiting} />
    </Card>
  );
}
