import { Card } from '../../../ui/components/Card.tsx';
import { LiveAmount } from '../../../ui/components/Money.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Dashboard } from './dashboard.ts';
import styles from './Home.module.css';

/** Money beside the trading accounts, and where rates are read. */
export function Wallets({ wallets }: Pick<Dashboard, 'wallets'>) {
  const { t, money } = useWords();
  return (
    <Card title={t('dashboard.wallets')} aside={<PageLink to={{ page: pageLinks.rates }}>{t('nav.rates')}</PageLink>}>
      {wallets.length === 0 ? (
        <p className={styles.quiet}>{t('dashboard.wallets.none')}</p>
      ) : (
        <ul className={styles.wallets}>
          {wallets.map(({ number, currency, balance, held }) => (
            <li key={number}>
              <PageLink className={styles.wallet} to={{ page: pageLinks.wallet, query: { currency } }}>
                <span>
                  {t('money.wallet', { currency })}
                  {/[1-9]/.test(held) && (
                    <span className={styles.label}>{t('dashboard.wallets.held', { amount: money(held, currency) })}</span>
                  )}
                </span>
                <LiveAmount value={balance} currency={currency} size="large" />
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
