import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { ratesContract, type DeskRate, type RateVersion } from '../contract.ts';
import { SetDialog } from './SetDialog.tsx';

const { calls } = ratesContract;

/** The broker's own rates with their margins, and who has set which from when on. */
export default function Rates() {
  const { t, percent } = useWords();
  const read = useRead(calls.own, {});
  const [changing, setChanging] = useState<DeskRate>();
  const columns = useColumns(setChanging);
  return (
    <>
      <ScreenHead title={t('desk.nav.rates')} text={t('rates.desk.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ own_rates: rates, margins, versions }) => (
          <Stack>
            <Card title={t('rates.desk.own')} isFlush>
              <Table
                label={t('rates.desk.own')}
                isDense
                rows={rates}
                rowKey={({ currency }) => currency}
                columns={columns.rates}
              />
            </Card>
            <Card title={t('rates.desk.margins')}>
              <Facts
                items={(['deposit', 'withdraw', 'transfer', 'awaited'] as const).map((key) => ({
                  key,
                  name: t(`rates.desk.margin.${key}`),
                  value: percent(margins[key] / 10_000, 2),
                }))}
              />
            </Card>
            <Card title={t('rates.desk.versions')} isFlush>
              <Table
                label={t('rates.desk.versions')}
                isDense
                rows={versions}
                rowKey={({ id }) => id}
                columns={columns.versions}
              />
            </Card>
          </Stack>
        )}
      </Loaded>
      {changing && <SetDialog of={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

function useColumns(change: (rate: DeskRate) => void): {
  readonly rates: readonly Column<DeskRate>[];
  readonly versions: readonly Column<RateVersion>[];
} {
  const { t, date, dateTime } = useWords();
  return {
    rates: [
      { key: 'currency', title: t('rates.desk.currency'), onPhone: 'main', cell: ({ currency }) => currency },
      { key: 'rate', title: t('rates.desk.rate'), isFigures: true, cell: ({ rate }) => rate },
      { key: 'deposit', title: t('rates.desk.paidIn'), isFigures: true, cell: ({ deposit }) => deposit },
      { key: 'withdraw', title: t('rates.desk.takenOut'), isFigures: true, cell: ({ withdraw }) => withdraw },
      {
        key: 'since',
        title: t('rates.desk.since'),
        cell: ({ as_of: at, is_usable: isUsable }) => (
          <Status tone={isUsable ? 'still' : 'loss'}>{isUsable ? date(at) : t('rates.desk.old', { day: date(at) })}</Status>
        ),
      },
      {
        key: 'change',
        title: t('rates.desk.change'),
        onPhone: 'action',
        cell: (rate) => (
          <Button look="plain" size="small" onClick={() => change(rate)}>
            {t('rates.desk.changeOf', { currency: rate.currency })}
          </Button>
        ),
      },
    ],
    versions: [
      { key: 'currency', title: t('rates.desk.currency'), onPhone: 'main', cell: ({ currency }) => currency },
      { key: 'rate', title: t('rates.desk.rate'), isFigures: true, cell: ({ rate }) => rate },
      { key: 'day', title: t('rates.desk.since'), cell: ({ day }) => date(day) },
      { key: 'author', title: t('rates.desk.author'), cell: ({ author }) => author },
      { key: 'at', title: t('rates.desk.at'), cell: ({ created_at: at }) => dateTime(at) },
    ],
  };
}
