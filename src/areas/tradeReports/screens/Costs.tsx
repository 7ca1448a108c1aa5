import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { GainBars } from '../../../ui/components/GainBars.tsx';
import { LineChart } from '../../../ui/components/LineChart.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Days } from '../../../protocol/quickPeriods.ts';
import { tradeReportsContract, type Cost, type CostPoint } from '../contract.ts';
import styles from './TradeReport.module.css';

type Report = AnswerOf<typeof tradeReportsContract.calls.costs>['mifidCostsOrder'];

/** What it came to before costs, each cost, and what was left. */
export function Costs({ number, days }: { readonly number: number; readonly days: Days }) {
  const asked = { account_login: number, date_from: days.from, date_to: days.till };
  const read = useRead(tradeReportsContract.calls.costs, asked, { keepsLast: true });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ mifidCostsOrder: report }) => (report.chart_data.length === 0 ? <Nothing /> : <Told report={report} />)}
    </Loaded>
  );
}

function Nothing() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState picture="chart" title={t('tradeReports.nothing.title')} text={t('tradeReports.nothing.text')} />
    </Card>
  );
}

function Told({ report }: { readonly report: Report }) {
  const { t, number } = useWords();
  const { currency, costs_total: total, average_equity: equity, spread_untold: untold } = report;
  const gain = (value: string) => <Amount value={value} currency={currency} kind="gain" />;
  const share = (percent: string | null): string =>
    percent === null ? '' : t('tradeReports.percent', { percent: number(percent, 2) });
  return (
    <>
      <Card title={t('tradeReports.together')}>
        <Facts
          items={[
            { key: 'deals', name: t('tradeReports.deals'), value: number(report.deals, 0) },
            { key: 'before', name: t('tradeReports.before'), value: gain(report.before_costs) },
            {
              key: 'costs',
              name: t('tradeReports.costs'),
              value: (
                <>
                  <Amount value={total.amount} currency={currency} /> <span className={styles.quiet}>{share(total.percent)}</span>
                </>
              ),
            },
            { key: 'result', name: t('tradeReports.result'), value: gain(report.result) },
            { key: 'ofDeals', name: t('tradeReports.ofDeals'), value: gain(report.result_of_deals) },
            {
              key: 'equity',
              name: t('tradeReports.equity'),
              value: equity === null ? '—' : <Amount value={equity} currency={currency} />,
            },
          ]}
        />
        <p className={styles.quiet}>
          {untold === 0 ? t('tradeReports.how') : t('tradeReports.untold', { count: untold, deals: report.deals })}
        </p>
      </Card>
      <Split costs={report.costs} currency={currency} share={share} />
      {report.chart_data.length > 1 && <Course points={report.chart_data} currency={currency} />}
    </>
  );
}

interface SplitProps {
  readonly costs: readonly Cost[];
  readonly currency: string;
  readonly share: (percent: string | null) => string;
}

function Split({ costs, currency, share }: SplitProps) {
  const { t } = useWords();
  const bars = costs.map((cost) => ({ key: cost.kind, name: t(`tradeReports.cost.${cost.kind}`), value: cost.amount, cost }));
  return (
    <Card title={t('tradeReports.split')}>
      <GainBars
        label={t('tradeReports.split')}
        head={t('tradeReports.kind')}
        bars={bars}
        columns={[
          {
            title: t('tradeReports.amountIn', { currency }),
            cell: ({ cost }) => <Figures value={cost.amount} currency={currency} kind="gain" />,
          },
          { title: t('tradeReports.ofEquity'), cell: ({ cost }) => share(cost.percent) || '—' },
        ]}
      />
    </Card>
  );
}

/** What costs took away day by day (Delegated Regulation (EU) 2017/565, article 50(10): their cumulative effect on the return). */
function Course({ points, currency }: { readonly points: readonly CostPoint[]; readonly currency: string }) {
  const { t } = useWords();
  const drawn = points.map((point) => ({ at: `${point.day}T23:59:59.000Z`, value: point.costs, point }));
  const figures = (title: string, valueOf: (point: CostPoint) => string) => ({
    title,
    cell: ({ point }: (typeof drawn)[number]) => <Amount value={valueOf(point)} currency={currency} />,
  });
  return (
    <Card title={t('tradeReports.course')}>
      <LineChart
        label={t('tradeReports.course.label')}
        points={drawn}
        columns={[
          figures(t('tradeReports.costs'), ({ costs }) => costs),
          figures(t('tradeReports.before'), ({ before_costs: before }) => before),
          figures(t('tradeReports.result'), ({ result }) => result),
        ]}
      />
    </Card>
  );
}
