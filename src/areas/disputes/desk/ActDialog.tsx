import { useWrite } from '../../../ui/api/reads.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { disputesContract } from '../contract.ts';
import type { DisputeAction } from '../rules.ts';

interface ActDialogProps {
  readonly id: number;
  readonly action: DisputeAction;
  readonly onClose: () => void;
}

/** Asks why, and says what follows; letting a client go asks a second person. */
export function ActDialog({ id, action, onClose }: ActDialogProps) {
  const { t } = useWords();
  const write = useWrite(disputesContract.calls.act);
  const act = async (reason: string): Promise<void> => {
    const { approval } = await write.mutateAsync({ id: String(id), action, reason });
    showToast({ tone: 'gain', title: t(approval ? 'disputes.asked' : 'disputes.done') });
  };
  return (
    <ReasonDialog
      name={`dispute/${id}/${action}`}
      title={t('disputes.act.title', { verb: t(`disputes.action.${action}`), id })}
      verb={t(`disputes.action.${action}`)}
      isDanger={action === 'accept' || action === 'lost'}
      fields={['action']}
      onClose={onClose}
      act={act}
    >
      {() => <Notice tone="warn">{t(`disputes.act.${action}`)}</Notice>}
    </ReasonDialog>
  );
}
