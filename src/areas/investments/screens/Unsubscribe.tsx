import type { ShownInvestment } from '../../../protocol/investment.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';

/** Says what ends, and asks once more (document 2 §5). */
export function Unsubscribe({ one, onClose }: { readonly one: ShownInvestment; readonly onClose: () => void }) {
  const { t } = useWords();
  const end = useWrite(investmentsContract.calls.unsubscribe);
  const act = (): void =>
    end.mutate(
      { providerId: one.provider_id, strategyId: one.strategy_id },
      {
        onSuccess: () => {
          showToast({ tone: 'gain', title: t('investments.unsubscribed') });
          onClose();
        },
      },
    );
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
          <Button look="danger" isBusy={end.isPending} onClick={act}>
            {t('investments.unsubscribe')}
          </Button>
        </>
      }
    >
      <Stack>
        <WriteFailure failure={end.error} />
        <p>{t('investments.unsubscribe.text')}</p>
      </Stack>
    </Dialog>
  );
}
