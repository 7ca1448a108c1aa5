import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { remunerationsContract } from '../contract.ts';

interface ArchiveDialogProps {
  readonly strategy: { readonly id: number; readonly name: string };
  /** Follows that end with it. */
  readonly open: number;
  readonly onClose: () => void;
}

/** Says what ends with a strategy, and asks once more. */
export function ArchiveDialog({ strategy, open, onClose }: ArchiveDialogProps) {
  const { t } = useWords();
  const archive = useWrite(remunerationsContract.calls.archive);
  const act = (): void =>
    archive.mutate(
      { strategy_id: strategy.id },
      {
        onSuccess: ({ direct: { archiveRequests } }) => {
          const isWaiting = archiveRequests[0]?.status === 'waiting';
          showToast({ tone: 'gain', title: t(isWaiting ? 'remunerations.archive.sent' : 'remunerations.archive.asked') });
          onClose();
        },
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('remunerations.archive.title', { name: strategy.name })}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('remunerations.archive.keep')}
          </Button>
          <Button look="danger" isBusy={archive.isPending} onClick={act}>
            {t('remunerations.archive.do')}
          </Button>
        </>
      }
    >
      <Stack>
        <WriteFailure failure={archive.error} />
        <p>{t('remunerations.archive.ends', { count: open })}</p>
        {open > 0 && <p>{t('remunerations.archive.looked')}</p>}
      </Stack>
    </Dialog>
  );
}
