import { useState } from 'react';
import type { ShownInvestment } from '../../../protocol/investment.ts';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';

/** Says what ends, and asks once more (document 2 §5). */
export function Unsubscribe({ one, onClose }: { readonly one: ShownInvestment; readonly onClose: () => void }) {
  const { t } = useWords();
  const end = useWrite(investmentsContract.calls.unsubscribe);
  const [failure, setFailure] = useState<CallFailure>();
  const act = async (): Promise<void> => {
    try {
      await end.mutateAsync({ providerId: one.provider_id, strategyId: one.strategy_id });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
      return;
    }
    showToast({ tone: 'gain', title: t('investments.unsubscribed') });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('investments.unsubscribe.title', { name: one.strategy_name })}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('investments.unsubscribe.keep')}
          </Button>
          <Button look="danger" isBusy={end.isPending} onClick={() => void act()}>
            {t('investments.unsubscribe')}
          </Button>
        </>
      }
    >
      <Stack>
        {failure && <Notice tone="loss">{failure.sentence ?? t('ui.fault.text')}</Notice>}
        <p>{t('investments.unsubscribe.text')}</p>
      </Stack>
    </Dialog>
  );
}
