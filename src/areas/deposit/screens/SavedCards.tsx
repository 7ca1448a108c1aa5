import { useRead } from '../../../ui/api/reads.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { depositContract } from '../contract.ts';
import { savedCardMethod } from '../rules.ts';
import styles from './SavedCards.module.css';

/** The cards that have paid before. No number of one is ever here: which of them pays is chosen on the provider's page. */
export function SavedCards() {
  const { t, date } = useWords();
  const { data } = useRead(depositContract.calls.cards, {});
  if (!data) return null;
  return (
    <section className={styles.cards} aria-label={t('deposit.cards.title')}>
      <h2 className={styles.title}>{t('deposit.cards.title')}</h2>
      <ul className={styles.list}>
        {data.cards.map(({ mask, brand, last_used_at: at }) => (
          <li key={mask} className={styles.card}>
            <bdi dir="ltr">
              {brand} {mask}
            </bdi>
            <span className={styles.used}>{t('deposit.cards.used', { day: date(at) })}</span>
          </li>
        ))}
      </ul>
      <p className={styles.used}>{t('deposit.cards.text')}</p>
    </section>
  );
}

/** For whoever has paid by card before. */
export function SavedCardLink() {
  const { t } = useWords();
  const { data } = useRead(depositContract.calls.cards, {});
  if (!data || data.cards.length === 0) return null;
  return (
    <PageLink to={{ page: depositContract.pages.method, params: { id: savedCardMethod } }}>{t('deposit.cards.again')}</PageLink>
  );
}
