import { useEffect, useRef, useState } from 'react';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { WayOn } from '../../../ui/components/WayOn.tsx';
import { nextPages } from '../../../law/nextPages.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { toldBy } from './refusals.ts';

/**
 * Why no account was opened, where no field is to blame (document 2 §8): a dialog for what the rules say no to, such as that there
 * are as many accounts as can be, and a toast for anything else, which stays above the form too.
 */
export function RefusalDialog({ failure }: { readonly failure: CallFailure | null }) {
  const { t } = useWords();
  const [dismissed, setDismissed] = useState<CallFailure>();
  const toasted = useRef<CallFailure>(undefined);
  useEffect(() => {
    if (!failure || toldBy(failure) !== 'toast' || toasted.current === failure) return;
    toasted.current = failure;
    showToast({ tone: 'loss', title: failure.title ?? t('opening.failed'), text: failure.sentence ?? t('ui.fault.text') });
  }, [failure, t]);
  const isOpen = failure !== null && toldBy(failure) === 'dialog' && dismissed !== failure;
  const close = (): void => setDismissed(failure ?? undefined);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={failure?.title ?? t('opening.failed')}
      actions={
        <>
          <Button look="plain" onClick={close}>
            {t('ui.close')}
          </Button>
          <WayOn code={failure?.code} next={nextPages.find((page) => page === nextOf(failure?.data))} look="main" size="medium" />
        </>
      }
    >
      <p>{failure?.sentence ?? t('ui.fault.text')}</p>
    </Dialog>
  );
}

/** A gate's refusal carries the page that opens it. */
function nextOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'next' in data ? data.next : undefined;
}
