import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { statisticsContract, type Statistics, type Totals } from '../contract.ts';
import { Course } from './Course.tsx';
import { ByHour, BySymbol } from './Groups.tsx';

const spans = ['30', '90', '365', '1100'] as const;
type Span = (typeof spans)[number];

/** What trading an account came to: together, day by day, by symbol and by hour. */
export default function OfAccount({ params }: ScreenProps<typeof statisticsContract.pages.ofAccount>) {
  const { t } = useWords();
  const [days, setDays] = useState<Span>('90');
  const read = useRead(statisticsContract.calls.ofAccount, { number: params.id, days }, { keepsLast: true });
  useTitle(`${t('statistics.title')} · ${params.id}`);
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {(statistics) => (
        <>
          <ScreenHead
            back={<BackLink to={{ page: pageLinks.account, params: { id: params.id } }}>{statistics.title}</BackLink>}
            title={t('statistics.title')}
            text={
              <>
                {statistics.is_demo && <DemoMark />} {t('statistics.text', { number: String(params.id) })}
              </>
            }
          />
          <Stack>
            <Choice
              label={t('statistics.span')}
              name="span"
              look="segments"
              value={days}
              onChange={setDays}
              options={spans.map((value) => ({ value, label: t(`statistics.days${value}`) }))}
            />
            <Told statistics={statistics} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Told({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useWords();
  const { totals, currency } = statistics;
  return (
    <>
      {totals === null ? (
        <Card>
          <EmptyState picture="chart" title={t('statistics.empty.title')} text={t('statistics.empty.text')} />
        </Card>
      ) : (
        <Together totals={totals} currency={currency} />
      )}
      <Course statistics={statistics} />
      {totals !== null && (
        <>
          <BySymbol symbols={statistics.by_symbol} currency={currency} />
          <ByHour hours={statistics.by_hour} currency={currency} />
        </>
      )}
    </>
  );
}

function Together({ totals, currency }: { readonly totals: Totals; readonly currency: string }) {
  const { t, number } = useWords();
  const money = (value: string | null) => (value === null ? '—' : <Amount value={value} currency={currency} kind="gain" />);
  const items = [
    ['result', money(totals.result)],
    ['trades', t('statistics.trades.of', { all: totals.trades, buys: totals.buys, sells: totals.sells })],
    ['won', t('statistics.percent', { percent: number(totals.won_percent, 2) })],
    ['factor', totals.profit_factor === null ? '—' : <Figures key="factor" value={totals.profit_factor} />],
    ['gained', money(totals.gained)],
    ['given', money(totals.given)],
    ['averageWon', money(totals.average_won)],
    ['averageLost', money(totals.average_lost)],
    ['best', money(totals.best)],
    ['worst', money(totals.worst)],
    ['swap', money(totals.swap)],
    ['commission', money(totals.commission)],
    ['lots', <Figures key="lots" value={totals.lots} />],
    ['held', totals.average_seconds === null ? '—' : <Held key="held" seconds={totals.average_seconds} />],
  ] as const;
  const named = items.map(([key, value]) => ({ key, name: t(`statistics.${key}`), value }));
  return (
    <Card title={t('statistics.together')}>
      <Columns>
        <Facts items={named.slice(0, named.length / 2)} />
        <Facts items={named.slice(named.length / 2)} />
      </Columns>
    </Card>
  );
}

/** Document 2 §9: days, hours and minutes above 3600 seconds. */
function Held({ seconds }: { readonly seconds: number }) {
  const { t } = useWords();
  const minutes = Math.floor(seconds / 60);
  if (seconds <= 3600) return t('statistics.held.minutes', { minutes, seconds: seconds % 60 });
  return t('statistics.held.days', {
    days: Math.floor(minutes / 1440),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
  });
}
