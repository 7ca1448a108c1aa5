import type { z } from 'zod';
import type { split } from '../../protocol/payout.ts';
import { methodOf } from '../../law/methods.ts';
import { Amount } from '../components/Money.tsx';
import { useWords } from '../words/context.tsx';
import styles from './Split.module.css';

type SplitShown = z.infer<typeof split>;

/** What a withdrawal costs and where it goes back to, line by line. */
export function Split({ split: { fees, lines }, currency }: { readonly split: SplitShown; readonly currency: string }) {
  const { t } = useWords();
  if (lines.length === 0) return null;
  return (
    <section className={styles.split} aria-label={t('money.split')}>
      <h3 className={styles.title}>{t('money.split')}</h3>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.transfer_id ?? 'own'} className={styles.line}>
            <span>{t(`money.split.${line.way}`, { card: cardSaid(line.to) ?? nameOf(line.pm_id, t) })}</span>
            <Amount value={line.account_amount} currency={line.account_currency} />
          </li>
        ))}
        {fees.map(({ why, amount }) => (
          <li key={why} className={styles.line}>
            <span>{t(`money.fee.${why}`)}</span>
            <Amount value={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What nobody has named goes by the method. */
function nameOf(methodId: number, t: ReturnType<typeof useWords>['t']): string {
  const method = methodOf(methodId);
  return method === undefined || method.group === 6 ? t('money.split.card') : t(`money.method.${method.key}`);
}

/** A card by its last digits, which people know it by; kept from being turned round in languages that are written from the right. */
function cardSaid(label: string | null): string | undefined {
  const digits = label === null ? undefined : /(\d{4})\s*$/.exec(label)?.[1];
  return digits === undefined ? (label ?? undefined) : `\u2066•••• ${digits}\u2069`;
}
