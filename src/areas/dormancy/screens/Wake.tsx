import { lazy, Suspense, useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { dormancyContract, type DormancyState } from '../contract.ts';

const { calls } = dormancyContract;
const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

/** A dormant client comes back by the password, and the second factor where there is one. */
export default function Wake() {
  const { t } = useWords();
  const read = useRead(calls.state, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.profile }}>{t('nav.profile')}</BackLink>}
        title={t('page.wake')}
        text={t('dormancy.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {(state) => (state.is_dormant ? <Dormant state={state} /> : <Awake />)}
      </Loaded>
    </>
  );
}

function Awake() {
  const { t } = useWords();
  return <Notice action={<LinkButton to={{ page: pageLinks.home }}>{t('nav.home')}</LinkButton>}>{t('dormancy.awake')}</Notice>;
}

function Dormant({ state }: { readonly state: DormancyState }) {
  const { t, date } = useWords();
  const [isAsked, setAsked] = useState(false);
  const wake = useWrite(calls.wake);
  const lacking = state.becomes === null || state.becomes === 'as_before' ? undefined : state.becomes;
  return (
    <Card>
      <Stack>
        {state.since !== null && <p>{t('dormancy.since', { since: date(state.since) })}</p>}
        <p>{t('dormancy.stops')}</p>
        {lacking && (
          <Notice
            title={t('dormancy.papers.title')}
            action={<LinkButton to={{ page: pageLinks.documents }}>{t('dormancy.papers.send')}</LinkButton>}
          >
            {t(`dormancy.becomes.${lacking}`)}
          </Notice>
        )}
        <p>{t('dormancy.wake.text')}</p>
        <div>
          <Button onClick={() => setAsked(true)}>{t('dormancy.wake')}</Button>
        </div>
      </Stack>
      {isAsked && (
        <Suspense>
          <ProofDialog
            onClose={() => setAsked(false)}
            proving={{
              title: t('dormancy.wake'),
              text: t('dormancy.proof'),
              action: t('dormancy.wake'),
              send: async (proof) => {
                await wake.mutateAsync(proof);
                showToast({ tone: 'gain', title: t('dormancy.done') });
              },
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
