import { useEffect, useRef, useState } from 'react';
import type { CallFailure } from '../api/failure.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { showToast } from './toast.ts';
import { WayOn } from './WayOn.tsx';
import { nextPages } from '../../law/nextPages.ts';
import { useWords } from '../words/context.tsx';
import { toldBy } from './refusals.ts';

interface RefusalDialogProps {
  readonly failure: CallFailure | null;
  /** Of a refusal that has none of its own. */
  readonly title: string;
  /** Instead of what its kind says. */
  readonly means?: 'dialog';
}

/**
 * Why no account was opened, where no field is to blame (document 2 §8). What the rules say no to, such as one account more than can
 * be, is a dialog; anything else is a toast, and stays above the form too.
 */
export function RefusalDialog({ failure, title, means }: RefusalDialogProps) {
  const { t } = useWords();
  const told = failure && (means ?? toldBy(failure));
  const [dismissed, setDismissed] = useState<CallFailure>();
  const toasted = useRef<CallFailure>(undefined);
  useEffect(() => {
    if (!failure || told !== 'toast' || toasted.current === failure) return;
    toasted.current = failure;
    showToast({ tone: 'loss', title: failure.title ?? title, text: failure.sentence ?? t('ui.fault.text') });
  }, [failure, told, title, t]);
  const isOpen = told === 'dialog' && dismissed !== failure;
  const close = (): void => setDismissed(failure ?? undefined);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={failure?.title ?? title}
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
