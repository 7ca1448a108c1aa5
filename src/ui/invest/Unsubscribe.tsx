import type { ShownInvestment } from '../../protocol/investment.ts';
import { investmentCalls } from '../../protocol/investmentCalls.ts';
import { useWrite } from '../api/reads.ts';
import { Button } from '../components/Button.tsx';
import { Stack } from '../components/Card.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { WriteFailure } from '../components/States.tsx';
import { showToast } from '../components/toast.ts';
import { useWords } from '../words/context.tsx';

/** Says what ends, and asks once more (document 2 §5). */
export function Unsubscribe({ one, onClose }: { readonly one: ShownInvestment; readonly onClose: () => void }) {
  const { t } = useWords();
  const end = useWrite(investmentCalls.unsubscribe);
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
