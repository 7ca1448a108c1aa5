import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { copyingContract, type CopiedFollow } from '../contract.ts';

const { calls } = copyingContract;

/** Pausing an investment, and going on with it. */
export function Going({ follow }: { readonly follow: CopiedFollow }) {
  if (follow.status === 'active') return <Pause id={follow.id} />;
  return follow.status === 'paused' ? <Resume id={follow.id} /> : null;
}

interface Props {
  readonly id: number;
}

function Pause({ id }: Props) {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const pause = useWrite(calls.pause);
  const close = (): void => setAsked(false);
  const send = (): void => pause.mutate({ id }, { onSuccess: close });
  return (
    <div>
      <Button look="quiet" onClick={() => setAsked(true)}>
        {t('copying.pause')}
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={close}
        title={t('copying.pause.title')}
        actions={
          <>
            <Button look="plain" onClick={close}>
              {t('copying.pause.keep')}
            </Button>
            <Button isBusy={pause.isPending} onClick={send}>
              {t('copying.pause')}
            </Button>
          </>
        }
      >
        <Stack>
          <p>{t('copying.pause.text')}</p>
          <WriteFailure failure={pause.error} />
        </Stack>
      </Dialog>
    </div>
  );
}

function Resume({ id }: Props) {
  const { t } = useWords();
  const resume = useWrite(calls.resume);
  const send = (): void => resume.mutate({ id }, { onSuccess: () => showToast({ tone: 'gain', title: t('copying.resumed') }) });
  return (
    <Stack>
      <Notice tone="warn">{t('copying.paused')}</Notice>
      <GateNotice action="trade" />
      <WriteFailure failure={resume.error} />
      <div>
        <Button isBusy={resume.isPending} onClick={send}>
          {t('copying.resume')}
        </Button>
      </div>
    </Stack>
  );
}
