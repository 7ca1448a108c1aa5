import { useState } from 'react';
import type { CompanyId } from '../../../law/regions/profile.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';

/** Whoever does not want to move stays with the company that they are a client of. It is asked once more: what was agreed to ends with it. */
export function Withdraw({ company }: { readonly company: CompanyId }) {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const withdraw = useWrite(movesContract.calls.withdraw);
  const close = (): void => setAsked(false);
  const named = { company: t(`moves.company.${company}`) };
  const stay = (): void =>
    withdraw.mutate(
      { action: 'withdraw' },
      {
        onSuccess: () => {
          close();
          showToast({ tone: 'gain', title: t('moves.withdraw.done', named) });
        },
      },
    );
  return (
    <div>
      <Button look="plain" onClick={() => setAsked(true)}>
        {t('moves.withdraw')}
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={close}
        title={t('moves.withdraw.title', named)}
        actions={
          <>
            <Button look="plain" onClick={close}>
              {t('moves.withdraw.keep')}
            </Button>
            <Button isBusy={withdraw.isPending} onClick={stay}>
              {t('moves.withdraw.do')}
            </Button>
          </>
        }
      >
        <WriteFailure failure={withdraw.error} />
        <p>{t('moves.withdraw.text', named)}</p>
      </Dialog>
    </div>
  );
}
