import { moveReasons } from '../../../law/migration.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { showToast } from '../../../ui/components/toast.ts';
import { DecideDialog as Dialog } from '../../../ui/desk/DecideDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';

export type Decision = 'approved' | 'declined';

interface DecideDialogProps {
  readonly id: string;
  readonly decision: Decision;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Of a request to move to another company. */
export function DecideDialog({ id, decision, onClose, onDone }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(movesContract.calls.decide);
  const isApproval = decision === 'approved';
  const codes = {
    all: moveReasons,
    label: t('moves.desk.code'),
    help: t('moves.desk.code.help'),
    none: t('moves.desk.code.none'),
    nameOf: (code: (typeof moveReasons)[number]) => t(`moves.desk.reason.${code}`),
  };
  return (
    <Dialog
      name={`company-move/${id}/${decision}`}
      title={t(`moves.desk.title.${decision}`)}
      verb={t(isApproval ? 'moves.desk.approve' : 'moves.desk.decline')}
      isDanger={!isApproval}
      codes={isApproval ? undefined : codes}
      onClose={onClose}
      act={async (decided) => {
        await decide.mutateAsync({ id, decision, ...decided });
        showToast({ tone: 'gain', title: t('moves.desk.done') });
        onDone();
      }}
    />
  );
}
