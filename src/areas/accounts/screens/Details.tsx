import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { accountsContract, type AccountDetails } from '../contract.ts';
import { useAccountActions } from './actions.ts';
import { Leverage, LeverageDialog } from './ChangeLeverage.tsx';
import { Equity } from './Equity.tsx';
import { Manage } from './Manage.tsx';
import { Orders } from './Orders.tsx';
import { Positions } from './Positions.tsx';
import { Shares } from './Shares.tsx';
import { Trades } from './Trades.tsx';
import styles from './Details.module.css';

/** One account: what it is worth, how that came about, what is open on it, and what can be changed. */
export default function Details({ params }: ScreenProps<typeof accountsContract.pages.details>) {
  const read = useRead(accountsContract.calls.details, { number: params.id });
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {({ account, is_swap_free_withdrawn: isWithdrawn, is_under_review: isUnderReview }) => (
        <Shown account={account} isSwapFreeWithdrawn={isWithdrawn} isUnderReview={isUnderReview} />
      )}
    </Loaded>
  );
}

interface ShownProps {
  readonly account: AccountDetails;
  readonly isSwapFreeWithdrawn: boolean;
}

function Shown({ account, isSwapFreeWithdrawn, isUnderReview }: ShownProps & { readonly isUnderReview: boolean }) {
  const { t } = useWords();
  const actions = useAccountActions(account);
  useTitle(`${account.name || account.title} · ${account.number}`);
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: accountsContract.pages.overview }}>{t('accounts.overview.title')}</BackLink>}
        title={account.name || account.title}
        text={
          <>
            {`${account.number} · ${account.is_demo ? '' : `${t('accounts.kind.live')} · `}${account.currency} `}
            {account.is_demo && <DemoMark />}
          </>
        }
        actions={actions.toReversed().map(({ key, refusal, label, icon, to }) => (
          <LinkButton
            key={key}
            look={key === 'deposit' ? 'main' : 'plain'}
            icon={icon}
            to={to}
            refusal={refusal}
            isRefusalShown={false}
          >
            {label}
          </LinkButton>
        ))}
      />
      <Stack>
        <StatusNotice account={account} />
        {isUnderReview && (
          <Notice tone="warn" title={t('accounts.underReview.title')} action={<Contact subject={String(account.number)} />}>
            {t('accounts.underReview.text')}
          </Notice>
        )}
        {account.status === 'active' && (
          <GateNotice
            action={account.is_demo ? ['trade_demo', 'change_leverage'] : ['deposit', 'transfer', 'trade', 'change_leverage']}
          />
        )}
        <Columns kind="main-aside">
          <Stack>
            <Equity account={account} />
            <Positions account={account} />
          </Stack>
          <Aside account={account} isSwapFreeWithdrawn={isSwapFreeWithdrawn} />
        </Columns>
        <Further account={account} isSwapFreeWithdrawn={isSwapFreeWithdrawn} />
        <Trades account={account} />
        <Orders account={account} />
        <Shares account={account} isForShares={account.type.includes('stock')} />
      </Stack>
    </>
  );
}

/** Pages that tell more of what was traded. */
function Further({ account, isSwapFreeWithdrawn }: ShownProps) {
  const { t } = useWords();
  const { number, is_demo: isDemo, swap_free: isSwapFree } = account;
  return (
    <div className={styles.further}>
      <LinkButton look="plain" icon="chart" to={{ page: pageLinks.accountStatistics, params: { id: number } }}>
        {t('accounts.statistics')}
      </LinkButton>
      {!isDemo && (isSwapFree || isSwapFreeWithdrawn) && (
        <LinkButton look="plain" icon="clock" to={{ page: pageLinks.accountSwapFree, params: { id: number } }}>
          {t('accounts.swapFree.terms')}
        </LinkButton>
      )}
      {!isDemo && (
        <LinkButton look="plain" icon="file" to={{ page: pageLinks.tradeReport, query: { account_login: String(number) } }}>
          {t('accounts.tradeReport')}
        </LinkButton>
      )}
    </div>
  );
}

/** What is unusual about the account, if anything is. */
function StatusNotice({ account }: { readonly account: AccountDetails }) {
  const { t } = useWords();
  if (account.status === 'opening') return <Notice title={t('accounts.opening.title')}>{t('accounts.opening.text')}</Notice>;
  if (account.status === 'archived') return <Notice title={t('accounts.archived.title')}>{t('accounts.archived.text')}</Notice>;
  if (account.status === 'disabled')
    return (
      <Notice tone="warn" action={<Contact subject={String(account.number)} />}>
        {t('accounts.disabled.text')}
      </Notice>
    );
  if (!account.is_stale || account.as_of === null) return null;
  return (
    <Notice tone="warn" title={t('accounts.stale.title')}>
      {t('accounts.asOf')} <RelativeAge at={account.as_of} />
    </Notice>
  );
}

function Aside({ account, isSwapFreeWithdrawn }: ShownProps) {
  const { t, date } = useWords();
  const [isChanging, setChanging] = useState(false);
  return (
    <Stack>
      <Card title={t('accounts.facts')}>
        <Facts
          items={[
            {
              key: 'number',
              name: t('accounts.login'),
              value: <Copyable text={String(account.number)} label={t('accounts.login.copy')} />,
            },
            {
              key: 'server',
              name: t('accounts.server'),
              value: <Copyable text={account.server} label={t('accounts.server.copy')} />,
            },
            { key: 'type', name: t('accounts.type'), value: account.title },
            {
              key: 'leverage',
              name: t('accounts.leverage'),
              value: <Leverage account={account} onChange={() => setChanging(true)} />,
            },
            {
              key: 'swap',
              name: t('accounts.swapFree'),
              value: t(isSwapFreeWithdrawn ? 'accounts.swapFree.withdrawn' : account.swap_free ? 'accounts.yes' : 'accounts.no'),
            },
            { key: 'opened', name: t('accounts.openedAt'), value: date(account.opened_at) },
          ]}
        />
      </Card>
      <LeverageDialog account={account} isOpen={isChanging} onClose={() => setChanging(false)} />
      <Manage account={account} />
    </Stack>
  );
}
