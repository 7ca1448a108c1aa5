import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { useNow } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { firstForecastYear, forecastsContract, type DeskForecast } from '../contract.ts';
import styles from './Forecasts.module.css';
import { NewForecast } from './NewForecast.tsx';

const { calls, deskPages } = forecastsContract;

/** What was posted for a year, and posting more. */
export default function Forecasts({ query }: ScreenProps<typeof deskPages.forecasts>) {
  const { t } = useWords();
  const open = useOpen();
  const thisYear = useNow().getUTCFullYear();
  const years = Array.from({ length: thisYear - firstForecastYear + 2 }, (_, index) => thisYear + 1 - index);
  const year = years.find((each) => String(each) === query.year) ?? thisYear;
  const read = useRead(calls.list, { year });
  const [dialog, setDialog] = useState<'post' | DeskForecast>();
  const columns = useColumns(setDialog);
  const close = (): void => setDialog(undefined);
  return (
    <>
      <ScreenHead title={t('forecasts.desk.title')} text={t('forecasts.desk.text')} />
      <Stack>
        <div className={styles.actions}>
          <SelectField
            label={t('forecasts.desk.year')}
            value={String(year)}
            options={years.map((value) => ({ value: String(value), label: String(value) }))}
            onChange={({ target }) => open({ page: deskPages.forecasts, query: { year: target.value } }, { replace: true })}
          />
          <Button icon="plus" onClick={() => setDialog('post')}>
            {t('forecasts.desk.post')}
          </Button>
        </div>
        <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
          {({ forecasts }) =>
            forecasts.length === 0 ? (
              <EmptyState picture="chart" title={t('forecasts.desk.none')} text={t('forecasts.desk.none.text')} />
            ) : (
              <Card isFlush>
                <Table label={t('forecasts.desk.title')} isDense rows={forecasts} rowKey={({ id }) => id} columns={columns} />
              </Card>
            )
          }
        </Loaded>
      </Stack>
      {dialog === 'post' && <NewForecast year={year} onClose={close} />}
      {dialog !== undefined && dialog !== 'post' && <WithdrawDialog forecast={dialog} onClose={close} />}
    </>
  );
}

function useColumns(withdraw: (forecast: DeskForecast) => void): readonly Column<DeskForecast>[] {
  const { t, dateTime } = useWords();
  return [
    { key: 'title', title: t('forecasts.desk.name'), cell: ({ title }) => <span dir="auto">{title}</span> },
    { key: 'period', title: t('forecasts.desk.period'), cell: ({ period }) => t(`forecasts.desk.period.${period}`) },
    { key: 'language', title: t('forecasts.desk.language'), cell: ({ language }) => t(`forecasts.desk.language.${language}`) },
    { key: 'by', title: t('forecasts.desk.by'), cell: ({ posted_by: by }) => by },
    { key: 'at', title: t('forecasts.desk.at'), cell: ({ posted_at: at }) => dateTime(at) },
    {
      key: 'withdraw',
      title: '',
      onPhone: 'action',
      cell: (forecast) =>
        forecast.withdrawn_at === null ? (
          <Button look="plain" size="small" onClick={() => withdraw(forecast)}>
            {t('forecasts.desk.withdraw')}
          </Button>
        ) : (
          <Status tone="still">{t('forecasts.desk.withdrawn')}</Status>
        ),
    },
  ];
}

function WithdrawDialog({ forecast, onClose }: { readonly forecast: DeskForecast; readonly onClose: () => void }) {
  const { t } = useWords();
  const withdraw = useWrite(calls.withdraw);
  return (
    <ReasonDialog
      name={`forecasts/${forecast.id}`}
      title={t('forecasts.desk.withdraw.title', { title: forecast.title })}
      verb={t('forecasts.desk.withdraw')}
      isDanger
      onClose={onClose}
      act={(reason) => withdraw.mutateAsync({ id: String(forecast.id), reason })}
    />
  );
}
