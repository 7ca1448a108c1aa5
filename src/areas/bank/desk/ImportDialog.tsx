import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import FileField from '../../../ui/components/FileField.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { ChosenFile } from '../../../protocol/fileKinds.ts';
import { bankContract, statementFile } from '../contract.ts';

/** A statement that the bank has not told by itself: the file, and why it is brought. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const [file, setFile] = useState<ChosenFile | ''>('');
  const [sent, setSent] = useState<number>();
  const send = useWrite(bankContract.calls.import, { onSent: setSent });
  const act = async (reason: string): Promise<void> => {
    if (file === '') return;
    const { statement } = await send.mutateAsync({ file, reason }).finally(() => setSent(undefined));
    const { fresh, unmatched } = statement;
    showToast({ tone: 'gain', title: t('bank.imported'), text: t('bank.imported.text', { fresh, unmatched }) });
  };
  return (
    <ReasonDialog
      name="bank/import"
      title={t('bank.import')}
      verb={t('bank.import.verb')}
      fields={['file']}
      refusal={file === '' ? t('bank.import.missing') : undefined}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <FileField
          name="file"
          label={t('bank.import.file')}
          takes={statementFile}
          error={errors['file']}
          value={file}
          sent={sent}
          onFile={setFile}
        />
      )}
    </ReasonDialog>
  );
}
