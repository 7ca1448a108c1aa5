import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { bankContract, type EntryAction } from '../contract.ts';
import styles from './BankCase.module.css';

interface AssignDialogProps {
  readonly id: string;
  readonly action: EntryAction;
  readonly onClose: () => void;
  /** Once it is decided, or a second person was asked. */
  readonly onDone: () => void;
}

/** Asks why, and of what is assigned whose it is: a deposit's, or a client's without one. */
export function AssignDialog({ id, action, onClose, onDone }: AssignDialogProps) {
  const { t } = useWords();
  const [transfer, setTransfer] = useState('');
  const [client, setClient] = useState('');
  const decide = useWrite(bankContract.calls.decide);
  const act = async (reason: string): Promise<void> => {
    const [transferId, clientId] = [transfer.trim(), client.trim()];
    const to = {
      ...(transferId === '' ? {} : { transfer_id: transferId }),
      ...(clientId === '' ? {} : { client_id: clientId }),
    };
    const { approval } = await decide.mutateAsync({ id, action, reason, ...(action === 'assign' ? to : {}) });
    const text = approval ? { text: t('bank.asked.text') } : {};
    showToast({ tone: 'gain', title: t(approval ? 'bank.asked' : 'bank.decided'), ...text });
    onDone();
  };
  return (
    <ReasonDialog
      name={`bank/${id}/${action}`}
      title={t('bank.title', { verb: t(`bank.action.${action}`), id })}
      verb={t(`bank.action.${action}`)}
      fields={['transfer_id', 'client_id']}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <div className={styles.stack}>
          <Notice>{t(`bank.action.${action}.text`)}</Notice>
          {action === 'assign' && (
            <>
              <TextField
                name="transfer_id"
                inputMode="numeric"
                label={t('bank.transfer')}
                help={t('bank.transfer.help')}
                error={errors['transfer_id']}
                isOptional
                value={transfer}
                onChange={(event) => setTransfer(event.target.value)}
              />
              <TextField
                name="client_id"
                inputMode="numeric"
                label={t('bank.client')}
                help={t('bank.client.help')}
                error={errors['client_id']}
                isOptional
                value={client}
                onChange={(event) => setClient(event.target.value)}
              />
            </>
          )}
        </div>
      )}
    </ReasonDialog>
  );
}
