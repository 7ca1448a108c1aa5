import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import type { TypedOf } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { investmentsContract } from '../contract.ts';
import { Percents } from './facts.tsx';

type Offer = AnswerOf<(typeof investmentsContract)['calls']['offer']>['direct'];

interface ConfirmManagerProps {
  readonly offer: Offer;
  readonly typed: TypedOf<(typeof investmentsContract)['forms']['follow']>;
  /** Of the account that the money comes from. */
  readonly currency: string;
  readonly answer: (isConfirmed: boolean) => void;
}

/** Whom the client is about to follow, with how much and by which terms (document 2 §2): asked once more before money moves. */
export function ConfirmManager({ offer, typed, currency, answer }: ConfirmManagerProps) {
  const { t } = useWords();
  return (
    <Dialog
      isOpen
      onClose={() => answer(false)}
      title={t('investments.confirm.title', { name: offer.strategy_name })}
      actions={
        <>
          <Button look="plain" onClick={() => answer(false)}>
            {t('investments.confirm.back')}
          </Button>
          <Button onClick={() => answer(true)}>{t('investments.confirm.do')}</Button>
        </>
      }
    >
      <Stack>
        <p>{t('investments.confirm.text')}</p>
        <Facts
          items={[
            { key: 'by', name: t('investments.provider'), value: offer.nickname },
            { key: 'amount', name: t('investments.amount'), value: <Amount value={typed.amount} currency={currency} /> },
            { key: 'from', name: t('investments.from'), value: typed.trans_account },
            { key: 'fee', name: t('investments.fee'), value: <Percents value={offer.remun_fee} /> },
            { key: 'protection', name: t('investments.protection'), value: <Percents value={typed.protection} /> },
            {
              key: 'safety',
              name: t('investments.safety'),
              value: t(typed.safety_mode ? 'investments.on' : 'investments.off'),
            },
          ]}
        />
      </Stack>
    </Dialog>
  );
}
