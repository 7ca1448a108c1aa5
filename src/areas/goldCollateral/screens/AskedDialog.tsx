import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { SumLine } from '../../../ui/components/SumLine.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract, type PledgePreview } from '../contract.ts';

const { calls } = goldCollateralContract;

interface AskedDialogProps {
  readonly asked: PledgePreview;
  readonly wish: { readonly by: string; readonly amount: string };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The last look before gold is pledged or given back: the credit that comes or goes with it. */
export function AskedDialog({ asked, wish, onClose, onDone }: AskedDialogProps) {
  const { t, amount } = useWords();
  const { kind, currency } = asked;
  const change = useWrite(kind === 'pledge' ? calls.pledge : calls.giveBack);
  const unit = wish.by === 'oz' ? 'oz' : 'g';
  const weight = t(`goldCollateral.weight.${unit}`, { weight: amount(asked.weight[unit], unit) });
  const money = (value: string) => <Amount value={value} currency={currency} />;
  const send = (): void =>
    change.mutate(
      { account: String(asked.account), by: unit, amount: wish.amount, credit: asked.credit },
      {
        onSuccess: ({ order }) => {
          const isDone = order.phase === 'done';
          showToast({
            tone: isDone ? 'gain' : 'note',
            title: t(`goldCollateral.done.${kind}`, { weight }),
            text: t(isDone ? 'goldCollateral.done.text' : 'goldCollateral.done.later'),
          });
          onDone();
          onClose();
        },
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`goldCollateral.check.${kind}`)}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('money.change')}
          </Button>
          <Button isBusy={change.isPending || change.isSuccess} onClick={send}>
            {t(`goldCollateral.confirm.${kind}`, { weight })}
          </Button>
        </>
      }
    >
      <Stack isClose>
        <Facts
          items={[
            { key: 'account', name: t('goldCollateral.account'), value: String(asked.account) },
            { key: 'weight', name: t('goldCollateral.weight'), value: weight },
            { key: 'worth', name: t('goldCollateral.worthThen'), value: money(asked.worth_then) },
            { key: 'credit', name: t('goldCollateral.creditThen'), value: money(asked.credit_then) },
          ]}
        />
        <SumLine name={t(`goldCollateral.moves.${kind}`)}>
          <Amount value={asked.credit} currency={currency} size="large" />
        </SumLine>
        <WriteFailure failure={change.error} />
      </Stack>
    </Dialog>
  );
}
