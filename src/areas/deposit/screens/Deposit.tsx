import { useEffect, useRef } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { readAsked } from '../../../ui/money/asked.ts';
import { OtherMethods } from '../../../ui/money/OtherMethods.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';
import { DepositForm } from './DepositForm.tsx';
import { DepositRecords } from './DepositRecords.tsx';
import { savedCardMethod } from '../rules.ts';
import { SavedCardLink, SavedCards } from './SavedCards.tsx';
import { NoWallet, UnverifiedTerms } from './Unverified.tsx';

interface DepositProps {
  readonly query: Partial<ScreenProps<typeof depositContract.pages.form>['query']>;
  readonly method?: number;
  /** Keeps what was typed in the address of the page that the form stands on; that of all methods when left out. */
  readonly show?: (query: Readonly<Record<string, string>>) => void;
  /** The provider's page opens inside of the portal. */
  readonly isFramed?: boolean;
}

/** Money into an account: where to, how, how much, and what of it arrives. */
export default function Deposit({ query, method, show, isFramed = false }: DepositProps) {
  const { t } = useWords();
  const read = useRead(depositContract.calls.form, method === undefined ? {} : { pm_id: String(method) });
  const only = read.data?.methods.find(({ pm_id }) => pm_id === method);
  useTitle(only && `${t('page.deposit')} · ${t(`money.method.${only.key}`)}`);
  return (
    <>
      <ScreenHead title={t('page.deposit')} text={t('deposit.intro')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
        {(data) => {
          const asked = readAsked(query);
          const { unverified } = data;
          if (data.accounts.length === 0) return unverified ? <NoWallet /> : <NoAccount />;
          const methods = method === undefined ? data.methods : data.methods.filter(({ pm_id }) => pm_id === method);
          if (data.methods.length === 0) return <NoMethod />;
          if (methods.length === 0) return <ToAllMethods />;
          return (
            <Columns kind="main-aside">
              <Card>
                <Stack>
                  {unverified && <UnverifiedTerms terms={unverified} />}
                  {method === savedCardMethod && <SavedCards />}
                  <DepositForm
                    accounts={data.accounts}
                    methods={methods}
                    last_method={data.preferred_method ?? data.last_method}
                    preferred={data.preferred_method}
                    asked={method === undefined ? asked : { ...asked, method }}
                    isFramed={isFramed}
                    show={show}
                    isConfirming={query.form_step === 'confirm'}
                  />
                </Stack>
              </Card>
              <Stack>
                <Paying byCard={methods.some(({ document }) => document === 'card')} isSaved={method === savedCardMethod} />
                {data.deposit_records !== null && <DepositRecords counts={data.deposit_records === 1} />}
                <OtherMethods methods={data.unavailable} />
              </Stack>
            </Columns>
          );
        }}
      </Loaded>
    </>
  );
}

function NoAccount() {
  const { t } = useWords();
  const shut = useGate('open_live_account');
  return (
    <Card>
      <EmptyState
        picture="accounts"
        title={t('deposit.noAccount.title')}
        text={t('deposit.noAccount.text')}
        action={
          shut ? (
            <GateNotice action="open_live_account" />
          ) : (
            <LinkButton to={{ page: pageLinks.openLive }}>{t('deposit.noAccount.action')}</LinkButton>
          )
        }
      />
    </Card>
  );
}

function NoMethod() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState picture="wallet" title={t('deposit.noMethod.title')} text={t('deposit.noMethod.none')} />
    </Card>
  );
}

/** Document 1 §4: who may not have what a page of deposits is about comes to the list of them, which tells why. */
function ToAllMethods() {
  const open = useOpen();
  const { t } = useWords();
  const isDue = useRef(true);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    open({ page: depositContract.pages.form }, { replace: true });
    showToast({ tone: 'warn', title: t('deposit.noMethod.title'), text: t('deposit.noMethod.other') });
  });
  return null;
}

interface PayingProps {
  /** Some of the methods are cards. */
  readonly byCard: boolean;
  /** The only one is a card that has paid before. */
  readonly isSaved: boolean;
}

function Paying({ byCard, isSaved }: PayingProps) {
  const { t } = useWords();
  return (
    <Card title={t('deposit.safety.title')}>
      <Stack>
        {byCard && <p>{t('deposit.safety.card')}</p>}
        {byCard && !isSaved && <SavedCardLink />}
        <PageLink to={{ page: pageLinks.rates }}>{t('deposit.rates')}</PageLink>
        <PageLink to={{ page: pageLinks.findDeposit }}>{t('nav.findDeposit')}</PageLink>
      </Stack>
    </Card>
  );
}
