import { useState } from 'react';
import { professionalReasons, type ProfessionalReason } from '../../../law/professional.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { professionalContract } from '../contract.ts';

export type Decision = 'approved' | 'declined';

interface DecideDialogProps {
  readonly id: number;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks why, and of what is declined which of the listed reasons its client reads. */
export function DecideDialog({ id, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(professionalContract.calls.decide);
  const [code, setCode] = useState<ProfessionalReason | ''>('');
  const isApproval = decision === 'approved';
  const act = async (reason: string): Promise<void> => {
    await decide.mutateAsync({
      id: String(id),
      decision,
      reason,
      ...(isApproval || code === '' ? {} : { reason_code: code }),
    });
    showToast({ tone: 'gain', title: t('professional.desk.done') });
  };
  return (
    <ReasonDialog
      name={`professional/${id}/${decision}`}
      title={t(`professional.desk.title.${decision}`)}
      verb={t(`professional.desk.verb.${decision}`)}
      isDanger={!isApproval}
      fields={['reason_code']}
      onClose={onClose}
      act={act}
    >
      {(errors) =>
        isApproval ? (
          <Notice tone="warn">{t('professional.desk.loses')}</Notice>
        ) : (
          <SelectField
            name="reason_code"
            label={t('professional.desk.code')}
            error={errors['reason_code']}
            value={code}
            onChange={(event) => setCode(professionalReasons.find((each) => each === event.target.value) ?? '')}
            options={[
              { value: '', label: t('professional.desk.code.none') },
              ...professionalReasons.map((each) => ({ value: each, label: t(`professional.desk.reason.${each}`) })),
            ]}
          />
        )
      }
    </ReasonDialog>
  );
}
