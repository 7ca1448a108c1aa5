import { lazy, Suspense, useState } from 'react';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { personalDataContract, type Erasure as State } from '../contract.ts';

const { calls } = personalDataContract;
const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

/** Asking to be erased, and taking that back while it waits. */
export function Erasure() {
  const { t } = useWords();
  const read = useRead(calls.erasure, {});
  return (
    <Card title={t('personalData.erase')}>
      <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
        {(state) => (state.state === 'waiting' ? <Waiting state={state} /> : <Asking state={state} />)}
      </Loaded>
    </Card>
  );
}

function Waiting({ state }: { readonly state: State }) {
  const { t, dateTime } = useWords();
  const withdraw = useWrite(calls.withdrawErasure);
  return (
    <Stack>
      <Notice>{t('personalData.erase.waiting', { at: dateTime(state.asked_at ?? '') })}</Notice>
      <WriteFailure failure={withdraw.error} />
      <div>
        <Button look="plain" isBusy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
          {t('personalData.erase.withdraw')}
        </Button>
      </div>
    </Stack>
  );
}

function Asking({ state }: { readonly state: State }) {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const ask = useWrite(calls.askErasure);
  const { reason_code: reason } = state;
  return (
    <Stack>
      <p>{t('personalData.erase.text')}</p>
      {state.state === 'declined' && reason !== null && (
        <Notice tone="warn">{t('personalData.erase.declined', { why: t(`personalData.erase.reason.${reason}`) })}</Notice>
      )}
      {state.is_something_left && (
        <Notice
          tone="warn"
          action={
            <LinkButton look="plain" size="small" to={{ page: pageLinks.withdraw }}>
              {t('nav.withdraw')}
            </LinkButton>
          }
        >
          {t('personalData.erase.left')}
        </Notice>
      )}
      <div>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t('personalData.erase.ask')}
        </Button>
      </div>
      {isAsked && (
        <Suspense>
          <ProofDialog
            onClose={() => setAsked(false)}
            proving={{
              title: t('personalData.erase.ask'),
              text: t('personalData.erase.prove'),
              action: t('personalData.erase.ask'),
              isDanger: true,
              send: (proof) => ask.mutateAsync(proof),
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}
