import { useState } from 'react';
import { moveReasons, type MoveReason } from '../../../law/migration.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';

export type Decision = 'approved' | 'declined';

interface DecideDialogProps {
  readonly id: string;
  readonly decision: Decision;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks why, and where it is declined which of the listed reasons the client reads. */
export function DecideDialog({ id, decision, onClose, onDone }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(movesContract.calls.decide);
  const [code, setCode] = useState<MoveReason | ''>('');
  const isApproval = decision === 'approved';
  const act = async (reason: string): Promise<void> => {
    await decide.mutateAsync({ id, decision, reason, ...(isApproval || code === '' ? {} : { reason_code: code }) });
    showToast({ tone: 'gain', title: t('moves.desk.done') });
    onDone();
  };
  return (
    <ReasonDialog
      name={`company-move/${id}/${decision}`}
      title={t(`moves.desk.title.${decision}`)}
      verb={t(isApproval ? 'moves.desk.approve' : 'moves.desk.decline')}
      isDanger={!isApproval}
      fields={['reason_code']}
      onClose={onClose}
      act={act}
    >
      {(errors) =>
        !isApproval && (
          <SelectField
            name="reason_code"
            label={t('moves.desk.code')}
            help={t('moves.desk.code.help')}
            error={errors['reason_code']}
            value={code}
            onChange={(event) => setCode(moveReasons.find((each) => each === event.target.value) ?? '')}
            options={[
              { value: '', label: t('moves.desk.code.none') },
              ...moveReasons.map((each) => ({ value: each, label: t(`moves.desk.reason.${each}`) })),
            ]}
          />
        )
      }
    </ReasonDialog>
  );
}
