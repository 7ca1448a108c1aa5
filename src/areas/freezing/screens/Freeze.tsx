import { lazy, Suspense, useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { freezingContract, type FreezeState } from '../contract.ts';

const { calls } = freezingContract;
const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

/** A client who fears for the account freezes it at once; having it back takes the password and a while. */
export default function Freeze() {
  const { t } = useWords();
  const read = useRead(calls.state, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.security }}>{t('shell.security')}</BackLink>}
        title={t('freezing.title')}
        text={t('freezing.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {(state) => <Shown state={state} />}
      </Loaded>
    </>
  );
}

function Shown({ state }: { readonly state: FreezeState }) {
  const { t, dateTime } = useWords();
  if (state.frozen_by === 'broker')
    return (
      <Notice tone="warn" action={<Contact />}>
        {t('freezing.byBroker')}
      </Notice>
    );
  if (state.frozen_by === null) return state.may_freeze ? <Freezing /> : <Notice>{t('freezing.nothing')}</Notice>;
  return (
    <Stack>
      <Notice tone="warn" title={t('freezing.frozen.title', { since: dateTime(state.since ?? '') })}>
        {t('freezing.stops')}
      </Notice>
      {state.lifts_at === null ? <Lifting /> : <Waiting until={dateTime(state.lifts_at)} />}
    </Stack>
  );
}

/** What stops, and the button. */
function Freezing() {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const freeze = useWrite(calls.freeze);
  const close = (): void => setAsked(false);
  return (
    <Card>
      <Stack>
        <p>{t('freezing.stops')}</p>
        <p>{t('freezing.goesOn')}</p>
        <div>
          <Button look="danger" icon="lock" onClick={() => setAsked(true)}>
            {t('freezing.do')}
          </Button>
        </div>
      </Stack>
      <Dialog
        isOpen={isAsked}
        onClose={close}
        title={t('freezing.do')}
        actions={
          <>
            <Button look="plain" onClick={close}>
              {t('freezing.stay')}
            </Button>
            <Button
              look="danger"
              isBusy={freeze.isPending}
              onClick={() =>
                freeze.mutate(
                  {},
                  {
                    onSuccess: () => {
                      close();
                      showToast({ tone: 'gain', title: t('freezing.done') });
                    },
                  },
                )
              }
            >
              {t('freezing.do')}
            </Button>
          </>
        }
      >
        <WriteFailure failure={freeze.error} />
        <p>{t('freezing.confirm')}</p>
      </Dialog>
    </Card>
  );
}

function Lifting() {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const lift = useWrite(calls.lift);
  return (
    <Card>
      <Stack>
        <p>{t('freezing.lift.text')}</p>
        <div>
          <Button look="plain" onClick={() => setAsked(true)}>
            {t('freezing.lift')}
          </Button>
        </div>
      </Stack>
      {isAsked && (
        <Suspense>
          <ProofDialog
            onClose={() => setAsked(false)}
            proving={{
              title: t('freezing.lift'),
              text: t('freezing.lift.text'),
              action: t('freezing.lift'),
              send: (proof) => lift.mutateAsync(proof),
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Waiting({ until }: { readonly until: string }) {
  const { t } = useWords();
  const freeze = useWrite(calls.freeze);
  return (
    <Card>
      <Stack>
        <p>{t('freezing.waiting', { until })}</p>
        <WriteFailure failure={freeze.error} />
        <div>
          <Button look="danger" isBusy={freeze.isPending} onClick={() => freeze.mutate({})}>
            {t('freezing.keep')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
