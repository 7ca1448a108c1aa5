import { aggressionOf } from '../../../law/strategies.ts';
import { Amount } from '../../../ui/components/Money.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { strategiesContract, type ListedStrategy } from '../contract.ts';
import { Avatar } from './Avatar.tsx';
import styles from './List.module.css';
import { Percent } from './Percent.tsx';

const { pages } = strategiesContract;
const tones = { conservative: 'gain', moderate: 'note', aggressive: 'warn' } as const;

/** How much a strategy dares, in a word. */
export function Risk({ risk }: { readonly risk: number | null }) {
  const { t } = useWords();
  if (risk === null) return <Status tone="still">{t('strategies.risk.young')}</Status>;
  const word = aggressionOf(risk);
  return <Status tone={tones[word]}>{t(`strategies.risk.${word}`, { risk })}</Status>;
}

interface StrategyCardProps {
  readonly strategy: ListedStrategy;
  /** False where there is nothing to lead to: it is closed. */
  readonly isLinked?: boolean;
}

/** One strategy of the list; the card leads to it, and its manager's name to the manager. */
export function StrategyCard({ strategy, isLinked = true }: StrategyCardProps) {
  const { t, country } = useWords();
  const facts = [
    { key: 'month', name: t('strategies.month'), value: <Percent value={strategy.month_profit} isGain /> },
    { key: 'drawdown', name: t('strategies.drawdown'), value: <Percent value={strategy.drawdown} /> },
    { key: 'age', name: t('strategies.age'), value: t('strategies.days', { count: strategy.age }) },
    { key: 'fee', name: t('strategies.fee'), value: <Percent value={String(strategy.remun_fee)} /> },
    {
      key: 'minimum',
      name: t('strategies.minimum'),
      value: <Amount value={strategy.min_amount} currency={strategy.acc_curr} />,
    },
  ];
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        {isLinked ? (
          <PageLink to={{ page: pages.details, params: { id: strategy.acc_no } }}>{strategy.acc_name}</PageLink>
        ) : (
          strategy.acc_name
        )}
      </h2>
      <p className={styles.manager}>
        <Avatar picture={strategy.avatar} nickname={strategy.nickname} />
        {isLinked ? (
          <PageLink
            className={styles.above}
            to={{ page: pages.manager, params: { id: strategy.owner_id }, query: { name: strategy.acc_name } }}
          >
            {t('strategies.by', { nickname: strategy.nickname, country: country(strategy.country) })}
          </PageLink>
        ) : (
          t('strategies.by', { nickname: strategy.nickname, country: country(strategy.country) })
        )}
      </p>
      <p className={styles.profit}>
        <Percent value={strategy.profit} isGain />
      </p>
      <p>
        <Risk risk={strategy.risk} />
      </p>
      <dl className={styles.facts}>
        {facts.map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
