import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { depositContract } from '../contract.ts';

/** Document 1 §7: after a move to another company its client says whether deposits before count here; §8: what is then told. */
export function DepositRecords({ counts }: { readonly counts: boolean }) {
  const { t } = useWords();
  const change = useWrite(depositContract.calls.countRecords);
  const send = (): void =>
    change.mutate(
      { status: counts ? 0 : 1 },
      { onSuccess: () => showToast({ tone: 'gain', title: t('deposit.records.updated') }) },
    );
  return (
    <Card title={t('deposit.records.title')}>
      <Stack>
        <p>{t(counts ? 'deposit.records.counted' : 'deposit.records.not')}</p>
        <WriteFailure failure={change.error} />
        <div>
          <Button look="plain" isBusy={change.isPending} onClick={send}>
            {t(counts ? 'deposit.records.end' : 'deposit.records.begin')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
