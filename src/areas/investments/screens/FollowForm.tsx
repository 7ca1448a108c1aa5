import { useRef, useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RefusalDialog } from '../../../ui/components/RefusalDialog.tsx';
import { toldBy } from '../../../ui/components/refusals.ts';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { givenSources } from '../../../ui/invest/sources.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';
import { protectionLevels, simulatedProtection, usualProtection } from '../rules.ts';
import { ConfirmManager } from './ConfirmManager.tsx';
import { percentsText } from './facts.tsx';

const { calls, forms, pages } = investmentsContract;
export type Offer = AnswerOf<typeof calls.offer>['direct'];

/** The form, which goes to the investment once it is followed; a warning about the risk stands over it until it is answered. */
function useFollowing(offer: Offer, wanted: string | undefined) {
  const { t } = useWords();
  const open = useOpen();
  const follow = useWrite(calls.follow);
  const [warning, setWarning] = useState<CallFailure>();
  const [isAsked, setAsked] = useState(false);
  const isConfirmed = useRef(false);
  const form = useForm({
    name: `investments.follow.${offer.acc_no}`,
    form: forms.follow,
    initial: {
      trans_account: String(sourceIn(offer, wanted)?.number ?? ''),
      amount: '',
      protection: String(usualProtection),
      safety_mode: false,
      i_agree_tc: false,
      i_agree_referral: false,
    },
    supply: () => ({ acc_no: offer.acc_no, offer_id: offer.offer_id }),
    // What was typed stays while a warning is to be answered.
    keepsDraft: true,
    submit: async (sent) => {
      // Document 2 §2: nothing is sent before whom and what is confirmed.
      if (!isConfirmed.current) return setAsked(true);
      isConfirmed.current = false;
      try {
        const { direct } = await follow.mutateAsync(sent);
        form.reset();
        const isThere = direct.transfer?.status === 'completed';
        const title = t(isThere ? 'investments.follow.done' : 'investments.follow.underWay');
        showToast({ tone: isThere ? 'gain' : 'note', title });
        open({ page: pages.details, params: { id: direct.investment_account.id } });
      } catch (error) {
        // Document 2 §8: the warning is answered by going on in safety mode.
        if (error instanceof CallFailure && error.code === '30005') setWarning(error);
        else throw error;
      }
    },
  });
  const answer = (isTaken: boolean): void => {
    setAsked(false);
    isConfirmed.current = isTaken;
    if (isTaken) form.frame.ref.current?.requestSubmit();
  };
  // Whom and what has been confirmed: the warning's own button asks again with the safety mode, and with nothing else changed.
  const goOnSafely = (): void => {
    setWarning(undefined);
    form.set('safety_mode', true);
    answer(true);
  };
  return { form, isAsked, answer, warning, closeWarning: () => setWarning(undefined), goOnSafely };
}

/** The one in the currency that a link asks for, else the first. */
const sourceIn = ({ sources }: Offer, wanted: string | undefined) =>
  sources.find(({ currency }) => currency === wanted?.toUpperCase()) ?? sources[0];

interface FollowFormProps {
  readonly offer: Offer;
  readonly currency: string | undefined;
}

/** What is followed with: the first money, the level of protection, and what is agreed to. */
export function FollowForm({ offer, currency: wanted }: FollowFormProps) {
  const words = useWords();
  const { t } = words;
  const { form, isAsked, answer, warning, closeWarning, goOnSafely } = useFollowing(offer, wanted);
  const { trans_account: from, amount, protection, safety_mode: isSafe } = form.values;
  const currency = offer.sources.find(({ number }) => String(number) === from)?.currency ?? '';
  return (
    <Card>
      <PlainForm
        form={form.failure && toldBy(form.failure) === 'dialog' ? { ...form, failure: null } : form}
        given={{
          trans_account: givenSources(words, offer.sources, from),
          amount: { currency },
          protection: {
            options: protectionLevels.map((each) => ({ value: String(each), label: percentsText(each) })),
            note: <Protected amount={amount} protection={protection} currency={currency} />,
          },
          safety_mode: { after: isSafe ? <Notice>{t('investments.safety.effect')}</Notice> : undefined },
        }}
        verb={t('investments.follow.do')}
      />
      <RefusalDialog failure={form.failure} title={t('investments.follow.refused')} />
      {isAsked && <ConfirmManager offer={offer} typed={form.values} currency={currency} answer={answer} />}
      {warning && <SafetyWarning sentence={warning.sentence} onClose={closeWarning} onSafe={goOnSafely} />}
    </Card>
  );
}

interface ProtectedProps {
  readonly amount: string;
  readonly protection: string;
  readonly currency: string;
}

/** At what equity everything is closed, of the amount that is typed. */
function Protected({ amount, protection, currency }: ProtectedProps) {
  const { t, money } = useWords();
  const told = simulatedProtection({ amount, protection: Number(protection), currency });
  return told === undefined
    ? t('investments.protection.help')
    : t('investments.protection.effect', { equity: money(told, currency) });
}

interface SafetyWarningProps {
  readonly sentence: string | undefined;
  readonly onClose: () => void;
  readonly onSafe: () => void;
}

function SafetyWarning({ sentence, onClose, onSafe }: SafetyWarningProps) {
  const { t } = useWords();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('investments.warning')}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button onClick={onSafe}>{t('investments.warning.safe')}</Button>
        </>
      }
    >
      <p>{sentence ?? t('ui.fault.text')}</p>
    </Dialog>
  );
}
