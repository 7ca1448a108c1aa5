import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { LineChart, type LinePoint } from '../../../ui/components/LineChart.tsx';
import { Amount, LiveAmount } from '../../../ui/components/Money.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { accountsContract } from '../contract.ts';
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
  const { t, money } = useWords();
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
        {({ points, currency }) => {
          const line = withNow(points, account);
          return line.length < 2 ? (
            <p className={styles.quiet}>{t('accounts.chart.empty')}</p>
          ) : (
            <LineChart
              label={t('accounts.chart.label')}
              valueName={t('accounts.equity')}
              points={line}
              write={(value) => money(value, currency)}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

/** The days' ends, and this moment in place of the running day's. */
function withNow(points: readonly { readonly day: string; readonly equity: string }[], account: Account): LinePoint[] {
  const ended = points.map(({ day, equity }) => ({ at: `${day}T00:00:00.000Z`, value: equity }));
  if (account.as_of === null) return ended;
  const last = points.at(-1);
  // The application's day may run ahead of the wall clock that snapshots carry.
  const at = last !== undefined && account.as_of <= `${last.day}T00:00:00.000Z` ? `${last.day}T23:59:59.000Z` : account.as_of;
  const before = ended.filter((point) => point.at.slice(0, 10) < at.slice(0, 10));
  return [...before, { at, value: account.equity }];
}
