import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { copyTradingContract, type ListedSignal, type OwnSignal } from '../contract.ts';

const { calls } = copyTradingContract;

/** What it costs, for how long, and that it goes on: agreed to by a button that says the price. */
export function Subscribe({ signal, onClose }: { readonly signal: ListedSignal; readonly onClose: () => void }) {
  const { t, money } = useWords();
  const subscribe = useWrite(calls.subscribe);
  const isFree = !/[1-9]/.test(signal.price);
  const price = money(signal.price, signal.currency);
  const act = async (): Promise<void> => {
    await subscribe.mutateAsync({ id: signal.id, price: signal.price }).then(onClose, () => undefined);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('copyTrading.subscribe.title', { name: signal.name })}
      actions={
        <Button isBusy={subscribe.isPending} onClick={() => void act()}>
          {isFree ? t('copyTrading.subscribe') : t('copyTrading.subscribe.for', { price })}
        </Button>
      }
    >
      <WriteFailure failure={subscribe.error} />
      <p>{isFree ? t('copyTrading.subscribe.free') : t('copyTrading.subscribe.text', { price })}</p>
      <p>{t('copyTrading.risk')}</p>
    </Dialog>
  );
}

export function Unsubscribe({ signal, onClose }: { readonly signal: OwnSignal; readonly onClose: () => void }) {
  const { t, date } = useWords();
  const cancel = useWrite(calls.cancel);
  const act = async (): Promise<void> => {
    await cancel.mutateAsync({ id: signal.id }).then(onClose, () => undefined);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('copyTrading.cancel.title', { name: signal.name })}
      actions={
        <Button look="danger" isBusy={cancel.isPending} onClick={() => void act()}>
          {t('copyTrading.cancel')}
        </Button>
      }
    >
      <WriteFailure failure={cancel.error} />
      <p>{t('copyTrading.cancel.text', { date: date(signal.subscribed_until ?? '') })}</p>
    </Dialog>
  );
}
