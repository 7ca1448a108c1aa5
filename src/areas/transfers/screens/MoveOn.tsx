import { useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { paymentsProcess, type TransferDetails } from '../../../protocol/payment.ts';

/** What has come into the wallet instead of the account goes there in one tap: both are in one currency, and it costs nothing. */
export function MoveOn({ move }: { readonly move: NonNullable<TransferDetails['move_on']> }) {
  const { t, money } = useWords();
  const open = useOpen();
  const process = useWrite(paymentsProcess);
  const [isBusy, setBusy] = useState(false);
  const moveNow = async (): Promise<void> => {
    const { account_number, target_account_number, amount } = move;
    const asked = { action: 'confirm', transfer_type: 'transfer', account_number, target_account_number, amount } as const;
    const quoted = await process.mutateAsync(asked);
    if (!('remittance_id' in quoted)) return;
    const saved = await process.mutateAsync({ action: 'save', remittance_id: quoted.remittance_id });
    if ('transfer_id' in saved) open({ page: pageLinks.transfer, params: { id: saved.transfer_id } });
  };
  const act = (): void => {
    setBusy(true);
    moveNow()
      .catch((error: unknown) => {
        // What was refused is told below.
        if (!(error instanceof CallFailure)) throw error;
      })
      .finally(() => setBusy(false));
  };
  return (
    <Notice
      title={t('history.moveOn.title')}
      action={
        <Button isBusy={isBusy} onClick={act}>
          {t('history.moveOn', { amount: money(move.amount, move.currency), number: String(move.target_account_number) })}
        </Button>
      }
    >
      <WriteFailure failure={process.error} />
      {t('history.moveOn.text')}
    </Notice>
  );
}
