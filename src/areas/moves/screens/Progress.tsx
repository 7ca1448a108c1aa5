import { useEffect } from 'react';
import type { MoveRoute } from '../../../law/moves.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract, type MoveInfo } from '../contract.ts';

const { calls } = movesContract;

interface ProgressProps {
  readonly route: MoveRoute;
  readonly status: MoveInfo['status'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Document 3 §4: how far it is; then signing in to the new company or not, both to the language root. */
export function Progress({ route, status, isOpen, onClose }: ProgressProps) {
  const { t } = useWords();
  const open = useOpen();
  const signOn = useWrite(calls.act);
  const home = (): void => open({ page: pageLinks.home });
  const isOver = status === 'open' || status === 'given_up';
  useEffect(() => {
    // What was given up is told by its notice, and can be tried again on the page.
    if (isOpen && isOver) onClose();
  }, [isOpen, isOver, onClose]);
  const company = t(`moves.company.${route === 'uk' ? 4 : 3}`);
  const enter = (): void =>
    signOn.mutate(
      { action: `login_to_${route}` },
      {
        onSuccess: ({ direct: { redirect } }) => {
          if (redirect === null) home();
          else location.assign(redirect);
        },
      },
    );
  return (
    <Dialog
      isOpen={isOpen && !isOver}
      onClose={home}
      title={t('moves.progress.title')}
      actions={
        status === 'moved' ? (
          <>
            <Button look="plain" onClick={home}>
              {t('moves.cancel')}
            </Button>
            <Button isBusy={signOn.isPending} onClick={enter}>
              {t('moves.signOn')}
            </Button>
          </>
        ) : undefined
      }
    >
      <WriteFailure failure={signOn.error} />
      <p aria-live="polite">{t(status === 'moved' ? 'moves.moved.title' : 'moves.underWay.title', { company })}</p>
      <p>{t(status === 'moved' ? 'moves.moved.text' : 'moves.underWay.text')}</p>
    </Dialog>
  );
}
