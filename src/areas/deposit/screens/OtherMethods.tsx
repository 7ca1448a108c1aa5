import type { z } from 'zod';
import { Card } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { unavailableMethod } from '../contract.ts';
import styles from './OtherMethods.module.css';

type Unavailable = z.infer<typeof unavailableMethod>;

/** The ways to pay that are not open to this client, and why: behind one line, for who looks for one of them. */
export function OtherMethods({ methods }: { readonly methods: readonly Unavailable[] }) {
  const { t } = useWords();
  if (methods.length === 0) return null;
  return (
    <Card>
      <details className={styles.others}>
        <summary>{t('deposit.others', { count: methods.length })}</summary>
        <ul>
          {methods.map(({ pm_id, key, reason }) => (
            <li key={pm_id}>
              <span>{t(`money.method.${key}`)}</span>
              <span className={styles.why}>
                {t(`deposit.others.${reason === 'closed_for_now' || reason === 'provider_out' ? reason : 'not_in_country'}`)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
