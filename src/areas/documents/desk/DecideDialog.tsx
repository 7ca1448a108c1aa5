import { useState } from 'react';
import { documentReasons, type DocumentReason } from '../../../law/documents.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type DeskDocument } from '../contract.ts';

export type Decision = 'approved' | 'rejected' | 'ask_again';

interface DecideDialogProps {
  readonly document: DeskDocument;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks why, and of what is not approved which of the listed reasons its client reads. */
export function DecideDialog({ document, decision, onClose }: DecideDialogProps) {
  const { t } = useWords();
  const decide = useWrite(documentsContract.calls.decide);
  const [code, setCode] = useState<DocumentReason | ''>('');
  const isApproval = decision === 'approved';
  const act = async (reason: string): Promise<void> => {
    const more = isApproval || code === '' ? {} : { reason_code: code };
    const { approval } = await decide.mutateAsync({ id: String(document.id), decision, reason, ...more });
    showToast({ tone: 'gain', title: t(approval ? 'documents.desk.asked' : 'documents.desk.done') });
  };
  return (
    <ReasonDialog
      name={`document/${document.id}/${decision}`}
      title={t(`documents.desk.title.${decision}`)}
      verb={t(`documents.desk.verb.${decision}`)}
      isDanger={decision === 'rejected'}
      fields={['reason_code']}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <>
          {isApproval && document.risks.length > 0 && <Notice>{t('documents.desk.needsSecond')}</Notice>}
          {!isApproval && (
            <SelectField
              name="reason_code"
              label={t('documents.desk.code')}
              help={t('documents.desk.code.help')}
              error={errors['reason_code']}
              value={code}
              onChange={(event) => setCode(documentReasons.find((each) => each === event.target.value) ?? '')}
              options={[
                { value: '', label: t('documents.desk.code.none') },
                ...documentReasons.map((each) => ({ value: each, label: t(`documents.desk.reason.${each}`) })),
              ]}
            />
          )}
        </>
      )}
    </ReasonDialog>
  );
}
