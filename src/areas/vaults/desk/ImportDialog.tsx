import { useState } from 'react';
import type { ChosenFile } from '../../../protocol/fileKinds.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import FileField from '../../../ui/components/FileField.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { vaultFile, vaultsContract } from '../contract.ts';

/** A supplier's statement: the file, and why it is brought. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const [file, setFile] = useState<ChosenFile | ''>('');
  const [sent, setSent] = useState<number>();
  const send = useWrite(vaultsContract.calls.import, { onSent: setSent });
  const act = async (reason: string): Promise<void> => {
    if (file === '') return;
    const { check } = await send.mutateAsync({ file, reason }).finally(() => setSent(undefined));
    const differs = check !== null && /[1-9]/.test(check.difference ?? '1');
    showToast({ tone: differs ? 'warn' : 'gain', title: t(differs ? 'vaults.imported.differs' : 'vaults.imported') });
  };
  return (
    <ReasonDialog
      name="vaults/import"
      title={t('vaults.import')}
      verb={t('vaults.import.verb')}
      fields={['file']}
      refusal={file === '' ? t('vaults.import.missing') : undefined}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <FileField
          name="file"
          label={t('vaults.import.file')}
          takes={vaultFile}
          error={errors['file']}
          value={file}
          sent={sent}
          onFile={setFile}
        />
      )}
    </ReasonDialog>
  );
}
