import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { LineChart, type LinePoint } from '../../../ui/components/LineChart.tsx';
import { Amount, LiveAmount } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import type { Words } from '../../../ui/words/words.ts';
import { accountsContract, type EquityPoint } from '../contract.ts';
import styles from './Details.module.css';

const spans = ['30', '90', '365'] as const;
type Span = (typeof spans)[number];

/** What the account is worth now, and day by day. */
export function Equity({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const { currency } = account;
  return (
    <Card>
      <div className={styles.worth}>
        <p>
          <span className={styles.label}>{t('accounts.equity')}</span>
          <LiveAmount value={account.equity} currency={currency} size="display" />
        </p>
        <p>
          <span className={styles.label}>{t('accounts.floating')}</span>
          <Amount value={account.floating} currency={currency} kind="gain" />
        </p>
      </div>
      <Facts
        items={[
          { key: 'balance', name: t('accounts.balance'), value: <Amount value={account.balance} currency={currency} /> },
          { key: 'free', name: t('accounts.marginFree'), value: <Amount value={account.margin_free} currency={currency} /> },
          { key: 'margin', name: t('accounts.margin'), value: <Amount value={account.margin} currency={currency} /> },
          { key: 'credit', name: t('accounts.credit'), value: <Amount value={account.credit} currency={currency} /> },
        ]}
      />
      <Course account={account} />
    </Card>
  );
}

function Course({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const [span, setSpan] = useState<Span>('90');
  const read = useRead(accountsContract.calls.equity, { number: account.number, days: span }, { keepsLast: true });
  return (
    <div className={styles.course}>
      <Choice
        label={t('accounts.chart.span')}
        name="span"
        look="segments"
        value={span}
        onChange={setSpan}
        options={spans.map((value) => ({ value, label: t(`accounts.chart.days${value}`) }))}
      />
      <Loaded read={read}>
        {(course) => {
          const line = lineOf(course, account.as_of);
          const first = line[0];
          return line.length < 2 || !first ? (
            <p className={styles.quiet}>{t('accounts.chart.empty')}</p>
          ) : (
            <>
              <Made since={first.at} profit={line.at(-1)?.profit ?? '0'} currency={course.currency} />
              <LineChart
                label={t('accounts.chart.label')}
                points={line}
                columns={columnsIn(t, course.currency)}
                caption={line.some(({ mark }) => mark !== undefined) ? t('accounts.chart.marks') : undefined}
              />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

type CourseRead = AnswerOf<typeof accountsContract.calls.equity>;

interface DrawnPoint extends LinePoint, Pick<EquityPoint, 'flow' | 'profit'> {}

/** The days' ends, and this moment in place of the running day's. */
function lineOf({ points, now }: CourseRead, asOf: string | null): readonly DrawnPoint[] {
  const ended = now === null ? points : points.filter(({ day }) => day < now.day);
  const drawn = (point: EquityPoint): DrawnPoint => ({
    at: point === now && asOf?.startsWith(point.day) ? asOf : `${point.day}T23:59:59.000Z`,
    value: point.equity,
    flow: point.flow,
    profit: point.profit,
    mark: markOf(point.flow),
  });
  return [...ended, ...(now === null ? [] : [now])].map(drawn);
}

function markOf(flow: string): DrawnPoint['mark'] {
  if (!/[1-9]/.test(flow)) return undefined;
  return flow.startsWith('-') ? 'out' : 'in';
}

function columnsIn(t: Words['t'], currency: string) {
  return [
    { title: t('accounts.equity'), cell: ({ value }: DrawnPoint) => <Amount value={value} currency={currency} /> },
    {
      title: t('accounts.chart.flow'),
      cell: ({ flow }: DrawnPoint) => (/[1-9]/.test(flow) ? <Amount value={flow} currency={currency} kind="signed" /> : '–'),
    },
    {
      title: t('accounts.chart.profit'),
      cell: ({ profit }: DrawnPoint) => <Amount value={profit} currency={currency} kind="gain" />,
    },
  ] as const;
}

/** What trading made of it: what was paid in and taken out is neither profit nor loss. */
function Made({ since, profit, currency }: { readonly since: string; readonly profit: string; readonly currency: string }) {
  const { t, date } = useWords();
  return (
    <p className={styles.made}>
      <span className={styles.label}>{t('accounts.chart.made', { since: date(since) })}</span>
      <Amount value={profit} currency={currency} kind="gain" size="large" />
    </p>
  );
}
