import { AccountIcon } from '../../../ui/components/AccountIcon.tsx';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Amount, LiveAmount } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { accountsContract } from '../contract.ts';
import styles from './AccountCard.module.css';
import { useAccountActions } from './actions.ts';

/** One account in a list: what it is worth now, and what one mostly does with it. */
export function AccountCard({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const actions = useAccountActions(account);
  const { currency } = account;
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <AccountIcon family={account.family} isDemo={account.is_demo} />
        <div className={styles.title}>
          <h3 className={styles.name}>
            <PageLink className={styles.link} to={{ page: accountsContract.pages.details, params: { id: account.number } }}>
              {account.name || account.title}
            </PageLink>
          </h3>
          <p className={styles.number}>
            <bdi>{account.number}</bdi>
            {account.name !== '' && ` · ${account.title}`}
          </p>
        </div>
        {account.is_demo && <DemoMark />}
        {account.status === 'opening' && <Status tone="note">{t('accounts.status.opening')}</Status>}
        {account.is_promo && <Status tone="warn">{t('accounts.promo')}</Status>}
      </header>
      <p className={styles.equity}>
        <span className={styles.label}>{t('accounts.equity')}</span>
        <LiveAmount value={account.equity} currency={currency} size="large" />
      </p>
      <Facts
        items={[
          { key: 'balance', name: t('accounts.balance'), value: <Amount value={account.balance} currency={currency} /> },
          { key: 'free', name: t('accounts.marginFree'), value: <Amount value={account.margin_free} currency={currency} /> },
          { key: 'leverage', name: t('accounts.leverage'), value: <bdi dir="ltr">1:{account.leverage}</bdi> },
        ]}
      />
      {account.is_stale && account.as_of !== null && (
        <p className={styles.age}>
          {t('accounts.asOf')} <RelativeAge at={account.as_of} />
        </p>
      )}
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((action) => (
            <LinkButton
              key={action.key}
              look="plain"
              size="small"
              icon={action.icon}
              to={action.to}
              refusal={action.refusal}
              isRefusalShown={false}
            >
              {action.label}
            </LinkButton>
          ))}
        </div>
      )}
    </li>
  );
}
