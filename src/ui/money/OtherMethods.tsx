import { Card } from '../components/Card.tsx';
import { useWords } from '../words/context.tsx';
import type { MethodKey } from '../../law/methods.ts';
import { methodReasons } from '../../law/methodReasons.ts';
import styles from './OtherMethods.module.css';

interface OtherMethod {
  readonly pm_id: number;
  readonly key: MethodKey;
  readonly reason: string;
}

/** The ways that are not open to this client, and why: behind one line, for who looks for one of them. */
export function OtherMethods({ methods }: { readonly methods: readonly OtherMethod[] }) {
  const { t } = useWords();
  if (methods.length === 0) return null;
  return (
    <Card>
      <details className={styles.others}>
        <summary>{t('money.others', { count: methods.length })}</summary>
        <ul>
          {methods.map(({ pm_id, key, reason }) => (
            <li key={pm_id}>
              <span>{t(`money.method.${key}`)}</span>
              <span className={styles.why}>{t(`money.others.${methodReasons.find((known) => known === reason) ?? 'shut'}`)}</span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
