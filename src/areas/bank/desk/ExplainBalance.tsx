import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { bankContract } from '../contract.ts';

/** The bank, its transactions and the book differ: who knows why says so. */
export function ExplainBalance({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const explain = useWrite(bankContract.calls.explain);
  const act = async (reason: string): Promise<void> => {
    await explain.mutateAsync({ id, reason });
    showToast({ tone: 'gain', title: t('bank.balance.explain.done') });
    onDone();
  };
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('bank.balance.explain')}</Button>
      {isOpen && (
        <ReasonDialog
          name={`bank-balance/${id}`}
          title={t('bank.balance.explain.title')}
          verb={t('bank.balance.explain')}
          onClose={() => setOpen(false)}
          act={act}
        >
          {() => <Notice>{t('bank.balance.explain.text')}</Notice>}
        </ReasonDialog>
      )}
    </div>
  );
}
