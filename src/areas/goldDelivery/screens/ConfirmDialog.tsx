import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { SumLine } from '../../../ui/components/SumLine.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PinField, type PinSent } from '../../../ui/money/PinField.tsx';
import { useFactor } from '../../../ui/money/useFactor.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { goldDeliveryContract, type AskedDelivery } from '../contract.ts';

const { calls } = goldDeliveryContract;

interface ConfirmDialogProps {
  readonly asked: AskedDelivery;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** The last look before gold is set aside: all that it costs, and the PIN. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { asked, onClose } = props;
  const { t } = useWords();
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<PinSent | null>(asked.pin);
  const { confirm, send, factor } = useConfirm(props);
  const resend = useWrite(calls.pin);
  const again = (method: 'message' | 'voice'): void =>
    resend.mutate({ delivery_id: asked.delivery_id, method }, { onSuccess: ({ pin }) => setSent(pin) });
  const wrong = confirm.error?.fields['payment_code'];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('goldDelivery.check')}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('money.change')}
          </Button>
          <Button
            isBusy={confirm.isPending || confirm.isSuccess}
            refusal={sent !== null && code === '' ? t('goldDelivery.code.missing') : undefined}
            isRefusalShown={false}
            onClick={() => send(code)}
          >
            {t('goldDelivery.confirm')}
          </Button>
        </>
      }
    >
      <Stack isClose>
        <Terms asked={asked} />
        {wrong === undefined && !factor.isAtField && <WriteFailure failure={confirm.error} />}
        <WriteFailure failure={resend.error} />
        {factor.field}
        {sent !== null && (
          <PinField
            sent={sent}
            value={code}
            error={wrong}
            isSending={resend.isPending}
            onChange={setCode}
            onResend={() => again('message')}
            onCall={() => again('voice')}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** Confirms, says whether it is paid too, and ends the dialog. */
function useConfirm({ asked, onClose, onConfirmed }: ConfirmDialogProps) {
  const { t } = useWords();
  const confirm = useWrite(calls.confirm);
  const end = ({ delivery }: AnswerOf<typeof calls.confirm>): void => {
    const isPaid = delivery.phase !== 'requested';
    showToast({
      tone: isPaid ? 'gain' : 'warn',
      title: t('goldDelivery.confirmed'),
      text: t(isPaid ? 'goldDelivery.confirmed.paid' : 'goldDelivery.confirmed.unpaid'),
    });
    onConfirmed();
    onClose();
  };
  const { delivery_id } = asked;
  const factor = useFactor({
    isRequired: asked.factor_required,
    failure: confirm.error,
    send: (given) => confirm.mutateAsync({ delivery_id, ...given }).then(end),
  });
  const send = (pin: string): void =>
    confirm.mutate(
      {
        delivery_id,
        ...(pin === '' ? {} : { payment_code: pin }),
        ...(factor.code === '' ? {} : { code: factor.code }),
      },
      { onSuccess: end },
    );
  return { confirm, send, factor };
}

function Terms({ asked: { terms, leaves_from: from } }: { readonly asked: AskedDelivery }) {
  const { t, number, dateTime } = useWords();
  const money = (value: string) => <Amount value={value} currency={terms.currency} />;
  const bars = t('goldDelivery.bars', { count: terms.count, weight: number(Number(terms.size)) });
  return (
    <>
      <Facts
        items={[
          { key: 'bars', name: t('goldDelivery.size'), value: bars },
          { key: 'fee', name: t('goldDelivery.fee'), value: money(terms.fee) },
          { key: 'insurance', name: t('goldDelivery.insurance'), value: money(terms.insurance) },
        ]}
      />
      <SumLine name={t('goldDelivery.total')}>
        <Amount value={terms.total} currency={terms.currency} size="large" />
      </SumLine>
      {from !== null && <p>{t('goldDelivery.cools', { at: dateTime(from) })}</p>}
    </>
  );
}
