import { useState } from 'react';
import { riskNames } from '../../../law/investors.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RefusalDialog } from '../../../ui/components/RefusalDialog.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { PageSpec } from '../../../protocol/call.ts';
import type { Target } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';
import { Percents } from './facts.tsx';
import { FeeSimulator } from './FeeSimulator.tsx';
import { FollowForm, type Offer } from './FollowForm.tsx';
import { Managers } from './Managers.tsx';

const { calls, pages } = investmentsContract;

/** Follows a strategy: its terms, what they would mean, and the first money. */
export default function Follow({ query }: ScreenProps<typeof pages.follow>) {
  const { t } = useWords();
  const number = [query.manager, query.acc, query.invest].map(Number).find(isAccount);
  return (
    <>
      <ScreenHead title={t('page.investments.follow')} text={t('investments.follow.text')} />
      {number === undefined ? <Managers query={query} /> : <Chosen number={number} query={query} />}
    </>
  );
}

/** `invest` may be a word that only opens this page. */
const isAccount = (number: number): boolean => Number.isSafeInteger(number) && number > 1;

type Query = ScreenProps<typeof pages.follow>['query'];

interface ChosenProps {
  readonly number: number;
  readonly query: Query;
}

function Chosen({ number, query }: ChosenProps) {
  const { t } = useWords();
  const read = useRead(calls.offer, { acc_no: number });
  // Document 2 §8: that a strategy cannot be followed is told by a popup too.
  const failure = read.error?.kind === 'refused' ? read.error : null;
  return (
    <>
      <RefusalDialog failure={failure} title={t('investments.follow.refused')} means="dialog" />
      <Loaded read={read} skeleton={<SkeletonCard lines={9} />}>
        {({ direct: offer }) => {
          const shut = shutBy(offer);
          if (shut === undefined)
            return (
              <Columns kind="main-aside">
                <FollowForm key={offer.offer_id} offer={offer} currency={query.currency} />
                <Terms offer={offer} linked={query.fee} />
              </Columns>
            );
          return (
            <Stack>
              <Notice tone="warn" action={<LinkButton to={shut.to}>{t(shut.label)}</LinkButton>}>
                {t(shut.text)}
              </Notice>
              {shut.text === 'investments.follow.unsuitable' && <NotAvailable text={t(shut.text)} />}
              <Terms offer={offer} linked={query.fee} />
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

/** Document 2 §8: 30004, told by a popup; what it says stands on the page as well. */
function NotAvailable({ text }: { readonly text: string }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      title={t('investments.follow.refused')}
      actions={
        <>
          <Button look="plain" onClick={() => setOpen(false)}>
            {t('ui.close')}
          </Button>
          <LinkButton to={{ page: pageLinks.strategies }}>{t('nav.strategies')}</LinkButton>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

/** Why it cannot be followed, and where to go from there. */
function shutBy({ status, suits, investment_id: id, sources }: Offer) {
  const strategies = leading({ page: pageLinks.strategies });
  if (status === 'form') {
    const to = leading({ page: pageLinks.questionnaire });
    return { text: 'investments.follow.form', to, label: 'investments.follow.answer' } as const;
  }
  if (status === 'waiting_form_approve' || status === 'contact_pmd')
    return { text: 'investments.follow.waits', to: strategies, label: 'nav.strategies' } as const;
  if (id !== null) {
    const to = leading({ page: pages.details, params: { id } });
    return { text: 'investments.follow.already', to, label: 'investments.follow.toIt' } as const;
  }
  if (suits === 'unsuitable') return { text: 'investments.follow.unsuitable', to: strategies, label: 'nav.strategies' } as const;
  if (sources.length === 0) {
    const to = leading({ page: pageLinks.deposit });
    return { text: 'investments.follow.noMoney', to, label: 'nav.deposit' } as const;
  }
  return undefined;
}

const leading = <Page extends PageSpec>(to: Target<Page>): Target => to;

interface TermsProps {
  readonly offer: Offer;
  /** The fee that a link promised. */
  readonly linked: string | undefined;
}

function Terms({ offer, linked }: TermsProps) {
  const { t } = useWords();
  const { currency } = offer;
  const isOther = linked !== undefined && /^\d+$/.test(linked) && Number(linked) !== offer.remun_fee;
  return (
    <Stack>
      {isOther && <Notice>{t('investments.follow.otherFee', { linked, fee: String(offer.remun_fee) })}</Notice>}
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
