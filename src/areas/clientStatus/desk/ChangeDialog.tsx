import { useState } from 'react';
import { statusReasons, type StatusReason } from '../../../law/statusChanges.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { clientStatusContract, type ClientStatusState } from '../contract.ts';
import { statusWords } from '../rules.ts';

export type Act = ClientStatusState['acts'][number];

interface ChangeDialogProps {
  readonly clientId: string;
  readonly act: Act;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What follows, why, and a note for the audit; with which a second person is asked, where one has to agree. */
export function ChangeDialog({ clientId, act: { act, to, needs_second: isAsked, reasons }, onClose, onDone }: ChangeDialogProps) {
  const { t } = useWords();
  const [code, setCode] = useState<StatusReason>();
  const change = useWrite(clientStatusContract.calls.change);
  const send = async (reason: string): Promise<void> => {
    if (code === undefined) return;
    await change.mutateAsync({ client_id: clientId, action: act, reason_code: code, reason });
    showToast({ tone: 'gain', title: t(isAsked ? 'clientStatus.desk.asked' : 'clientStatus.desk.done') });
    onDone();
  };
  return (
    <ReasonDialog
      name={`client/${clientId}/status/${act}`}
      title={t(`clientStatus.desk.act.${act}`)}
      verb={t(isAsked ? 'clientStatus.desk.ask' : `clientStatus.desk.act.${act}`)}
      isDanger={act !== 'reopen'}
      fields={['reason_code']}
      onClose={onClose}
      refusal={code === undefined ? t('clientStatus.desk.reason.first') : undefined}
      act={send}
    >
      {(errors) => (
        <>
          <p>{t('clientStatus.desk.becomes', { status: statusWords(to) })}</p>
          <p>{t(`clientStatus.desk.act.${act}.text`)}</p>
          {isAsked && <Notice tone="note">{t('clientStatus.desk.second')}</Notice>}
          <SelectField
            name="reason_code"
            label={t('clientStatus.desk.reason')}
            error={errors['reason_code']}
            value={code ?? ''}
            options={[
              { value: '', label: t('clientStatus.desk.reason.none') },
              ...reasons.map((value) => ({ value, label: t(`clientStatus.desk.reason.${value}`) })),
            ]}
            onChange={(event) => setCode(statusReasons.find((value) => value === event.target.value))}
          />
        </>
      )}
    </ReasonDialog>
  );
}
