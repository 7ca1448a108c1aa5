import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract, type DeskSignal } from '../contract.ts';
import { LevelsFields, levelFields, sentLevels, type TypedLevels } from './LevelsFields.tsx';
import styles from './Board.module.css';

/** Other levels for a signal that holds; what stood there stays in sight. */
export function CorrectDialog({ signal, onClose }: { readonly signal: DeskSignal; readonly onClose: () => void }) {
  const { t } = useWords();
  const { id, instruments: instrument, entry, stop, targets } = signal;
  const [typed, setTyped] = useState<TypedLevels>({ entry, stop, targets: targets.join(' '), comment: '' });
  const correct = useWrite(signalsContract.calls.correct);
  const act = async (reason: string): Promise<void> => {
    await correct.mutateAsync({ id: String(id), ...sentLevels(typed), reason });
    showToast({ tone: 'gain', title: t('signals.desk.corrected.done') });
  };
  return (
    <ReasonDialog
      name={`signals/${id}`}
      title={t('signals.desk.correct.title', { instrument, session: signal.time_session })}
      verb={t('signals.desk.correct')}
      fields={levelFields}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <div className={styles.stack}>
          <Notice>{t('signals.desk.correct.text')}</Notice>
          <LevelsFields typed={typed} errors={errors} onTyped={(changed) => setTyped({ ...typed, ...changed })} />
        </div>
      )}
    </ReasonDialog>
  );
}
