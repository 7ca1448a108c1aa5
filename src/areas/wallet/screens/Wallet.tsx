import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { useGate } from '../../../ui/api/context.tsx';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { LiveAmount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { PageLink, useTravel } from '../../../ui/page/Link.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { walletContract, type walletLine } from '../contract.ts';
import { Statement } from './Statement.tsx';
import styles from './Wallet.module.css';

type WalletLine = z.infer<typeof walletLine>;
const { calls, pages } = walletContract;

/** The client's wallets: what is on each, what is set aside, and what moved. */
export default function Wallet({ query }: ScreenProps<typeof pages.wallet>) {
  const { t } = useWords();
  const { brandName } = useTravel();
  const read = useRead(calls.wallets, {});
  const named = read.data?.wallets.find(({ currency }) => currency === query.currency) ?? read.data?.wallets[0];
  useTitle(named && `${t('money.wallet', { currency: named.currency })} · ${named.number}`);
  return (
    <>
      <ScreenHead title={t('wallet.title', { brand: brandName })} text={t('wallet.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ wallets }) => {
          const shown = wallets.find(({ currency }) => currency === query.currency) ?? wallets[0];
          if (!shown) return <NoWallet />;
          return (
            <Stack>
              <Wallets wallets={wallets} shown={shown} />
              <Statement wallet={shown} after={query.after} />
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

function NoWallet() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('wallet.none.title')}
        text={t('wallet.none.text')}
        action={
          <LinkButton to={{ page: pageLinks.deposit }} refusal={useGate('deposit')?.message}>
            {t('nav.deposit')}
          </LinkButton>
        }
      />
    </Card>
  );
}

function Wallets({ wallets, shown }: { readonly wallets: readonly WalletLine[]; readonly shown: WalletLine }) {
  const { t, money } = useWords();
  return (
    <Card>
      {wallets.length > 1 && (
        <nav className={styles.choice} aria-label={t('wallet.choose')}>
          {wallets.map(({ number, currency }) => (
            <PageLink
              key={number}
              className={styles.currency}
              to={{ page: pages.wallet, query: { currency } }}
              aria-current={number === shown.number ? 'page' : undefined}
            >
              {currency}
            </PageLink>
          ))}
        </nav>
      )}
      <div className={styles.balance}>
        <div>
          <p className={styles.name}>{t('wallet.balance', { number: String(shown.number) })}</p>
          <LiveAmount value={shown.balance} currency={shown.currency} size="display" />
          {/[1-9]/.test(shown.held) && (
            <p className={styles.held}>{t('wallet.held', { amount: money(shown.held, shown.currency) })}</p>
          )}
          <Bonuses wallet={shown} />
        </div>
        <Actions wallet={shown} />
      </div>
      <GateNotice action="deposit" />
      {shown.status === 'closed' && <Notice>{t('wallet.closed')}</Notice>}
    </Card>
  );
}

/** What was given for trading: it stands on accounts, and is not the client's to withdraw. */
function Bonuses({ wallet: { bonuses, currency } }: { readonly wallet: WalletLine }) {
  const { t, money } = useWords();
  return bonuses.map(({ account_number: id, amount }) => (
    <p key={id} className={styles.held}>
      {t('wallet.bonus', { amount: money(amount, currency) })}{' '}
      <PageLink to={{ page: pageLinks.account, params: { id } }}>{t('wallet.bonus.account', { number: String(id) })}</PageLink>
    </p>
  ));
}

/** What can be done with it. */
function Actions({ wallet: shown }: { readonly wallet: WalletLine }) {
  const { t } = useWords();
  const deposit = useGate('deposit');
  const transfer = useGate('transfer');
  const withdraw = useGate('withdraw');
  return (
    <>
      <div className={styles.actions}>
        <LinkButton look="plain" icon="file" to={{ page: pageLinks.statements, query: { number: String(shown.number) } }}>
          {t('nav.statements')}
        </LinkButton>
      </div>
      {shown.status === 'active' && (
        <div className={styles.actions}>
          <LinkButton
            look="plain"
            icon="transfer"
            to={{ page: pageLinks.internal, query: { acc: shown.number } }}
            refusal={transfer?.message}
            isRefusalShown={false}
          >
            {t('nav.transfer')}
          </LinkButton>
          <LinkButton
            look="plain"
            icon="withdraw"
            to={{ page: pageLinks.withdraw, query: { acc: shown.number } }}
            refusal={withdraw?.message}
            isRefusalShown={false}
          >
            {t('nav.withdraw')}
          </LinkButton>
          <LinkButton
            icon="deposit"
            to={{ page: pageLinks.deposit, query: { acc: shown.number } }}
            refusal={deposit?.message}
            isRefusalShown={false}
          >
            {t('nav.deposit')}
          </LinkButton>
        </div>
      )}
    </>
  );
}
