import { useState } from 'react';
import { isGoldVaultKey, type GoldVaultKey } from '../../../law/goldVaults.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { vaultsContract } from '../contract.ts';

/** A vault in which something else lies than clients own: who knows why says so. */
export default function Explain({ subject, onDone }: CasePartProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [thing, vault = ''] = subject.split(':');
  if (thing !== 'gold_vault' || !isGoldVaultKey(vault)) return null;
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('vaults.explain')}</Button>
      {isOpen && <ExplainDialog vault={vault} onClose={() => setOpen(false)} onDone={onDone} />}
    </div>
  );
}

interface ExplainDialogProps {
  readonly vault: GoldVaultKey;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ExplainDialog({ vault, onClose, onDone }: ExplainDialogProps) {
  const { t } = useWords();
  const explain = useWrite(vaultsContract.calls.explain);
  const act = async (reason: string): Promise<void> => {
    await explain.mutateAsync({ vault, reason });
    showToast({ tone: 'gain', title: t('vaults.explained') });
    onDone();
  };
  return (
    <ReasonDialog
      name={`vault/${vault}`}
      title={t('vaults.explain.title', { vault: t(`vaults.vault.${vault}`) })}
      verb={t('vaults.explain')}
      onClose={onClose}
      act={act}
    >
      {() => <Notice>{t('vaults.explain.text')}</Notice>}
    </ReasonDialog>
  );
}
