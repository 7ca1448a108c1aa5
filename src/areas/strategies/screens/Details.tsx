import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { strategiesContract, type StrategyDetails } from '../contract.ts';
import { Computation } from './Computation.tsx';
import { Following } from './Following.tsx';
import { News } from './News.tsx';
import { Returns } from './Returns.tsx';
import styles from './Details.module.css';
import listStyles from './List.module.css';
import { Percent } from './Percent.tsx';
import { Review } from './Review.tsx';
import { Risk, StrategyCard } from './StrategyCard.tsx';

const { calls, pages } = strategiesContract;
const tabs = ['common', 'review', 'news'] as const;

/** A strategy: what it has made, how, and what it is reckoned from. */
export default function Details({ params, query }: ScreenProps<typeof pages.details>) {
  const { t } = useWords();
  const open = useOpen();
  const read = useRead(calls.details, { acc_no: params.id });
  const tab = tabs.find((each) => each === query.tab) ?? 'common';
  useTitle(read.data?.direct.strategy.acc_name);
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
      {({ direct: { strategy } }) => (
        <>
          <Head strategy={strategy} />
          <Stack>
            <GateNotice action="invest" />
            {strategy.investment_id !== null && <Following id={strategy.investment_id} />}
            {strategy.is_own && <Notice>{t('strategies.own')}</Notice>}
            <Choice
              label={t('strategies.tab')}
              name="tab"
              look="segments"
              value={tab}
              options={tabs.map((value) => ({ value, label: t(`strategies.tab.${value}`) }))}
              onChange={(next) => open({ page: pages.details, params, query: { tab: next } }, { replace: true })}
            />
            {tab === 'review' && <Review strategy={strategy} />}
            {tab === 'news' && <News strategy={strategy} />}
            {tab === 'common' && <Common strategy={strategy} />}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

interface Props {
  readonly strategy: StrategyDetails;
}

function Head({ strategy }: Props) {
  const { t, country } = useWords();
  const shut = useGate('invest');
  return (
    <ScreenHead
      title={strategy.acc_name}
      text={t('strategies.by', { nickname: strategy.nickname, country: country(strategy.country) })}
      back={<BackLink to={{ page: pages.list }}>{t('page.strategies')}</BackLink>}
      actions={
        <>
          <Risk risk={strategy.risk} />
          <LinkButton
            look="plain"
            to={{ page: pages.manager, params: { id: strategy.owner_id }, query: { name: strategy.acc_name } }}
          >
            {t('strategies.manager')}
          </LinkButton>
          {!strategy.is_own && strategy.investment_id === null && (
            <LinkButton to={{ page: pageLinks.follow, query: { manager: strategy.acc_no } }} refusal={shut?.message}>
              {t('strategies.follow')}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

function Common({ strategy }: Props) {
  const { t } = useWords();
  return (
    <>
      <Figures strategy={strategy} />
      <Returns strategy={strategy} />
      <Computation strategy={strategy} />
      {strategy.similar_accounts.length > 0 && (
        <section aria-label={t('strategies.similar')}>
          <h2 className={styles.heading}>{t('strategies.similar')}</h2>
          <ul className={listStyles.grid}>
            {strategy.similar_accounts.map((each) => (
              <StrategyCard key={each.acc_no} strategy={each} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Figures({ strategy }: Props) {
  const { t, date } = useWords();
  const { acc_curr: currency } = strategy;
  const items = [
    { key: 'profit', name: t('strategies.profit'), value: <Percent value={strategy.profit} isGain /> },
    { key: 'month', name: t('strategies.month'), value: <Percent value={strategy.month_profit} isGain /> },
    { key: 'drawdown', name: t('strategies.drawdown'), value: <Percent value={strategy.drawdown} /> },
    {
      key: 'move',
      name: t('strategies.move'),
      value: strategy.daily_move === null ? '–' : <Percent value={strategy.daily_move} />,
    },
    { key: 'equity', name: t('strategies.equity'), value: <Amount value={strategy.equity} currency={currency} /> },
    { key: 'since', name: t('strategies.since'), value: date(strategy.since) },
    { key: 'age', name: t('strategies.age'), value: t('strategies.days', { count: strategy.age }) },
    { key: 'traded', name: t('strategies.tradingDays'), value: t('strategies.days', { count: strategy.trading_days }) },
    { key: 'fee', name: t('strategies.fee'), value: <Percent value={String(strategy.remun_fee)} /> },
    { key: 'minimum', name: t('strategies.minimum'), value: <Amount value={strategy.min_amount} currency={currency} /> },
  ];
  return (
    <Card title={t('strategies.figures')}>
      <Stack>
        {strategy.acc_descr !== '' && <p dir="auto">{strategy.acc_descr}</p>}
        <Columns>
          <Facts items={items.slice(0, items.length / 2)} />
          <Facts items={items.slice(items.length / 2)} />
        </Columns>
        {strategy.is_estimated && <Notice tone="warn">{t('strategies.estimated')}</Notice>}
        <p className={styles.quiet}>
          {t('strategies.figured')} <RelativeAge at={strategy.ts} />
        </p>
      </Stack>
    </Card>
  );
}
