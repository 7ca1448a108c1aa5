import { useGate } from '../../../ui/api/context.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Icon, type IconName } from '../../../ui/components/Icon.tsx';
import { LiveAmount } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { GateAction } from '../../../law/gates.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Dashboard } from './dashboard.ts';
import styles from './Home.module.css';

type PageLink = (typeof pageLinks)[keyof typeof pageLinks];

/** What everything is worth now, and what one mostly comes here to do. */
export function Worth({ data }: { readonly data: Dashboard }) {
  const { t } = useWords();
  const { total, accounts } = data;
  const hasAccount = accounts.live_count + accounts.demo_count > 0;
  return (
    <Card>
      {total && (
        <div className={styles.worth}>
          <p className={styles.label}>{t('dashboard.worth')}</p>
          <LiveAmount value={total.amount} currency={total.currency} size="display" />
          <p className={styles.label}>
            {total.rates_as_of === null ? (
              t('dashboard.worth.of', { accounts: accounts.live_count, wallets: data.wallets.length })
            ) : (
              <>
                {t('dashboard.worth.converted')} <RelativeAge at={total.rates_as_of} />
              </>
            )}
          </p>
        </div>
      )}
      <ul className={styles.actions} data-alone={total === null || undefined}>
        <Action gate="deposit" page={pageLinks.deposit} icon="deposit" name={t('nav.deposit')} isMain />
        <Action gate="transfer" page={pageLinks.internal} icon="transfer" name={t('nav.transfer')} />
        {hasAccount && <Action gate="view" page={pageLinks.webtrader} icon="terminal" name={t('dashboard.trade')} />}
        <Action gate="open_demo_account" page={pageLinks.open} icon="plus" name={t('dashboard.open')} />
      </ul>
    </Card>
  );
}

interface ActionProps {
  readonly gate: GateAction;
  readonly page: PageLink;
  readonly icon: IconName;
  readonly name: string;
  readonly isMain?: boolean;
}

/** Only what the client may do now; the next step says what is missing for the rest. */
function Action({ gate, page, icon, name, isMain }: ActionProps) {
  const shut = useGate(gate);
  if (shut) return null;
  return (
    <li>
      <PageLink to={{ page }} className={styles.action} data-main={isMain}>
        <span className={styles.circle}>
          <Icon name={icon} />
        </span>
        {name}
      </PageLink>
    </li>
  );
}
