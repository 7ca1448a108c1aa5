import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Choice } from '../../../ui/components/Choice.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { duplicatesContract, type Finding } from '../contract.ts';

const { calls } = duplicatesContract;

interface DecisionDialogProps {
  readonly finding: Finding;
  readonly onClose: () => void;
  /** Told once it was decided. */
  readonly onDone?: () => void;
}

/** Whether two clients are one person, with the reason that the audit has. */
export function DecisionDialog({ finding, onClose, onDone }: DecisionDialogProps) {
  const { t } = useWords();
  const decide = useWrite(calls.decide);
  const [decision, setDecision] = useState<NonNullable<Finding['decision']>>('different_persons');
  return (
    <ReasonDialog
      name={`duplicate/${finding.id}`}
      title={t('duplicates.dialog', { other: finding.other.client_id })}
      verb={t('duplicates.decide')}
      onClose={onClose}
      act={async (reason) => {
        await decide.mutateAsync({ id: String(finding.id), decision, reason });
        onDone?.();
      }}
    >
      {() => (
        <>
          <p>{t('duplicates.dialog.text')}</p>
          <Choice
            label={t('duplicates.decision')}
            name="decision"
            value={decision}
            onChange={setDecision}
            options={[
              { value: 'different_persons', label: t('duplicates.dialog.different') },
              { value: 'same_person', label: t('duplicates.dialog.same') },
            ]}
          />
        </>
      )}
    </ReasonDialog>
  );
}
