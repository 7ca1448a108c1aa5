import { professionalReasons } from '../../../law/professional.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog as Dialog } from '../../../ui/desk/DecideDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { professionalContract } from '../contract.ts';

export type Decision = 'approved' | 'declined';

interface DecideDialogProps {
  readonly id: number;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Of an application to be a professional client. */
export function DecideDialog({ id, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(professionalContract.calls.decide);
  const isApproval = decision === 'approved';
  const codes = {
    all: professionalReasons,
    label: t('professional.desk.code'),
    none: t('professional.desk.code.none'),
    nameOf: (code: (typeof professionalReasons)[number]) => t(`professional.desk.reason.${code}`),
  };
  return (
    <Dialog
      name={`professional/${id}/${decision}`}
      title={t(`professional.desk.title.${decision}`)}
      verb={t(`professional.desk.verb.${decision}`)}
      isDanger={!isApproval}
      codes={isApproval ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        await decide.mutateAsync({ id: String(id), decision, ...decided });
        showToast({ tone: 'gain', title: t('professional.desk.done') });
      }}
    >
      {isApproval && <Notice tone="warn">{t('professional.desk.loses')}</Notice>}
    </Dialog>
  );
}
