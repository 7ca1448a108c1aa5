import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import FileField from '../../../ui/components/FileField.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { ChosenFile } from '../../../protocol/fileKinds.ts';
import { disputesContract, evidenceFile, evidenceKinds, type EvidenceKind } from '../contract.ts';

/** One more paper for the bank: which kind it is, what it shows, and why it is added. */
export function EvidenceDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useWords();
  const [kind, setKind] = useState<EvidenceKind>('payment_proof');
  const [note, setNote] = useState('');
  const [file, setFile] = useState<ChosenFile | ''>('');
  const [sent, setSent] = useState<number>();
  const send = useWrite(disputesContract.calls.evidence, { onSent: setSent });
  const act = async (reason: string): Promise<void> => {
    if (file === '') return;
    await send.mutateAsync({ id: String(id), kind, note, file, reason }).finally(() => setSent(undefined));
    showToast({ tone: 'gain', title: t('disputes.added') });
  };
  return (
    <ReasonDialog
      name={`dispute/${id}/evidence`}
      title={t('disputes.evidence.add')}
      verb={t('disputes.evidence.add')}
      fields={['file', 'note', 'kind']}
      refusal={file === '' ? t('disputes.evidence.missing') : undefined}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <>
          <SelectField
            name="kind"
            label={t('disputes.evidence.kind')}
            error={errors['kind']}
            value={kind}
            onChange={({ target }) => setKind(evidenceKinds.find((each) => each === target.value) ?? 'other')}
            options={evidenceKinds.map((each) => ({ value: each, label: t(`disputes.kind.${each}`) }))}
          />
          <TextField
            name="note"
            label={t('disputes.evidence.note')}
            error={errors['note']}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <FileField
            name="file"
            label={t('disputes.evidence.file')}
            takes={evidenceFile}
            error={errors['file']}
            value={file}
            sent={sent}
            onFile={setFile}
          />
        </>
      )}
    </ReasonDialog>
  );
}
