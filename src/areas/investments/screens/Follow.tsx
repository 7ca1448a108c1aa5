import { useState } from 'react';
import { riskNames } from '../../../law/investors.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';
import { protectionLevels, simulatedProtection, usualProtection } from '../rules.ts';
import { Percents } from './facts.tsx';
import { FeeSimulator } from './FeeSimulator.tsx';
import { givenSources } from './sources.ts';

const { calls, forms, pages } = investmentsContract;
type Offer = AnswerOf<typeof calls.offer>['direct'];

/** Follows a strategy: its terms, what they would mean, and the first money. */
export default function Follow({ query }: ScreenProps<typeof pages.follow>) {
  const { t } = useWords();
  const number = Number(query.manager ?? query.acc ?? query.invest);
  return (
    <>
      <ScreenHead title={t('page.investments.follow')} text={t('investments.follow.text')} />
      {Number.isSafeInteger(number) && number > 0 ? <Chosen number={number} /> : <NoneChosen />}
    </>
  );
}

function NoneChosen() {
  const { t } = useWords();
  return (
    <Notice action={<LinkButton to={{ page: pageLinks.strategies }}>{t('nav.strategies')}</LinkButton>}>
      {t('investments.follow.choose')}
    </Notice>
  );
}

function Chosen({ number }: { readonly number: number }) {
  const { t } = useWords();
  const read = useRead(calls.offer, { acc_no: number });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={9} />}>
      {({ direct: offer }) => {
        const shut = shutBy(offer);
        if (shut === undefined)
          return (
            <Columns kind="main-aside">
              <Asking key={offer.offer_id} offer={offer} />
              <Terms offer={offer} />
            </Columns>
          );
        return (
          <Stack>
            <Notice tone="warn" action={<LinkButton to={{ page: shut.page }}>{t(shut.label)}</LinkButton>}>
              {t(shut.text)}
            </Notice>
            <Terms offer={offer} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** Why it cannot be followed, and where to go from there. */
function shutBy({ status, suits, investment_id: id, sources }: Offer) {
  if (status === 'form')
    return { text: 'investments.follow.form', page: pageLinks.questionnaire, label: 'investments.follow.answer' } as const;
  if (status === 'waiting_form_approve' || status === 'contact_pmd')
    return { text: 'investments.follow.waits', page: pageLinks.strategies, label: 'nav.strategies' } as const;
  if (id !== null) return { text: 'investments.follow.already', page: pages.list, label: 'page.investments' } as const;
  if (suits === 'unsuitable')
    return { text: 'investments.follow.unsuitable', page: pageLinks.strategies, label: 'nav.strategies' } as const;
  if (sources.length === 0) return { text: 'investments.follow.noMoney', page: pageLinks.deposit, label: 'nav.deposit' } as const;
  return undefined;
}

function Terms({ offer }: { readonly offer: Offer }) {
  const { t } = useWords();
  const { currency } = offer;
  return (
    <Stack>
      <Card title={offer.strategy_name}>
        <Facts
          items={[
            { key: 'by', name: t('investments.provider'), value: offer.nickname },
            { key: 'fee', name: t('investments.fee'), value: <Percents value={offer.remun_fee} /> },
            { key: 'minimum', name: t('investments.minimum'), value: <Amount value={offer.minimum} currency={currency} /> },
            {
              key: 'risk',
              name: t('investments.risk'),
              value: offer.risk === null ? t('investments.risk.young') : t('investments.risk.level', { risk: offer.risk }),
            },
            {
              key: 'own',
              name: t('investments.risk.own'),
              value: offer.investorRisk === null ? '–' : t(`investors.risk.${riskNames[offer.investorRisk]}`),
            },
          ]}
        />
      </Card>
      <FeeSimulator equity={offer.minimum} highWater={offer.minimum} share={offer.remun_fee} currency={currency} />
    </Stack>
  );
}

/** The form, which goes to the investment once it is followed; a warning about the risk stands over it until it is answered. */
function useFollowing(offer: Offer) {
  const { t } = useWords();
  const open = useOpen();
  const follow = useWrite(calls.follow);
  const [warning, setWarning] = useState<CallFailure>();
  const form = useForm({
    name: `investments.follow.${offer.acc_no}`,
    form: forms.follow,
    initial: {
      trans_account: String(offer.sources[0]?.number ?? ''),
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
  return { form, warning, closeWarning: () => setWarning(undefined) };
}

function Asking({ offer }: { readonly offer: Offer }) {
  const words = useWords();
  const { t } = words;
  const { form, warning, closeWarning } = useFollowing(offer);
  const { trans_account: from, amount, protection, safety_mode: isSafe } = form.values;
  const currency = offer.sources.find(({ number }) => String(number) === from)?.currency ?? '';
  return (
    <Card>
      <PlainForm
        form={form}
        given={{
          trans_account: givenSources(words, offer.sources, from),
          amount: { currency },
          protection: {
            options: protectionLevels.map((each) => ({ value: String(each), label: `${each} %` })),
            note: <Protected amount={amount} protection={protection} currency={currency} />,
          },
          safety_mode: { after: isSafe ? <Notice>{t('investments.safety.effect')}</Notice> : undefined },
        }}
        verb={t('investments.follow.do')}
      />
      {warning && (
        <SafetyWarning
          sentence={warning.sentence}
          onClose={closeWarning}
          onSafe={() => {
            closeWarning();
            form.set('safety_mode', true);
          }}
        />
      )}
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
