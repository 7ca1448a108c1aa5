import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { treasuryContract, type Awaited, type ClientMoney, type Coming, type Lying, type TrialLine } from '../contract.ts';

const { calls, deskPages: pages } = treasuryContract;

/** A day of the book: client money, what lies where, the payouts to come, and the trial balance. */
export default function Treasury({ query }: ScreenProps<typeof pages.treasury>) {
  const { t } = useWords();
  const open = useOpen();
  const asked = query.day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(query.day) ? { day: query.day } : {};
  const read = useRead(calls.day, asked, { keepsLast: true });
  return (
    <>
      <ScreenHead title={t('desk.nav.treasury')} text={t('treasury.text')} />
      <Stack>
        <Card>
          <DayField
            label={t('treasury.day')}
            value={read.data?.day ?? ''}
            onDay={(next) => open({ page: pages.treasury, query: { day: next } }, { replace: true })}
          />
        </Card>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {(told) => <Day told={told} day={told.day} />}
        </Loaded>
      </Stack>
    </>
  );
}

function Day({ told, day }: { readonly told: AnswerOf<typeof calls.day>; readonly day: string }) {
  const { t } = useWords();
  const money = useMoney();
  return (
    <Stack>
      {!told.is_even && <Notice tone="warn">{t('treasury.uneven')}</Notice>}
      {told.client_money.some(({ is_short: isShort }) => isShort) && <Notice tone="warn">{t('treasury.short')}</Notice>}
      {told.lying.some(({ is_short: isShort }) => isShort) && <Notice tone="warn">{t('treasury.lying.short')}</Notice>}
      <Card title={t('treasury.clientMoney')} isFlush>
        <Table label={t('treasury.clientMoney')} isDense rows={told.client_money} rowKey={keyOf} columns={money.clientMoney} />
        <Files day={day} table="client_money" />
      </Card>
      <Card title={t('treasury.lying')} isFlush>
        <Table
          label={t('treasury.lying')}
          isDense
          rows={told.lying}
          rowKey={(row) => `${keyOf(row)} ${row.provider}`}
          columns={money.lying}
        />
      </Card>
      <Card title={t('treasury.coming')} isFlush>
        {told.coming.length === 0 ? (
          <p>{t('treasury.awaited.none')}</p>
        ) : (
          <Table
            label={t('treasury.coming')}
            isDense
            rows={told.coming}
            rowKey={(row) => `${keyOf(row)} ${row.day} ${row.provider}`}
            columns={money.coming}
          />
        )}
      </Card>
      <Card title={t('treasury.awaited')} isFlush>
        {told.awaited.length === 0 ? (
          <p>{t('treasury.awaited.none')}</p>
        ) : (
          <Table label={t('treasury.awaited')} isDense rows={told.awaited} rowKey={keyOf} columns={money.awaited} />
        )}
      </Card>
      <Card title={t('treasury.trial')} isFlush>
        <Table
          label={t('treasury.trial')}
          isDense
          rows={told.trial}
          rowKey={(row) => `${keyOf(row)} ${row.account}`}
          columns={money.trial}
        />
        <Files day={day} table="trial" />
      </Card>
    </Stack>
  );
}

function keyOf({ company, currency }: { readonly company: number; readonly currency: string }): string {
  return `${company} ${currency}`;
}

type Placed = { readonly company: number; readonly currency: string };

function useMoney() {
  const { t, number, day } = useWords();
  const placed = <Row extends Placed>(): readonly Column<Row>[] => [
    { key: 'company', title: t('treasury.company'), onPhone: 'main', cell: ({ company }) => String(company) },
    { key: 'currency', title: t('treasury.currency'), cell: ({ currency }) => currency },
  ];
  const figures = <Row extends Placed>(key: keyof Row & string, title: string): Column<Row> => ({
    key,
    title,
    isFigures: true,
    cell: (row) => <Figures value={String(row[key])} currency={row.currency} />,
  });
  const clientMoney: readonly Column<ClientMoney>[] = [
    ...placed<ClientMoney>(),
    figures('required', t('treasury.required')),
    figures('held', t('treasury.held')),
    figures('over', t('treasury.over')),
  ];
  const lying: readonly Column<Lying>[] = [
    ...placed<Lying>(),
    { key: 'provider', title: t('treasury.provider'), cell: ({ provider }) => provider },
    figures('amount', t('treasury.amount')),
    figures('to_pay', t('treasury.toPay')),
  ];
  const coming: readonly Column<Coming>[] = [
    {
      key: 'day',
      title: t('treasury.coming.day'),
      onPhone: 'main',
      cell: ({ day: of }) => (of === null ? t('treasury.coming.open') : day(of)),
    },
    { key: 'company', title: t('treasury.company'), cell: ({ company }) => String(company) },
    { key: 'provider', title: t('treasury.provider'), cell: ({ provider }) => provider },
    { key: 'currency', title: t('treasury.currency'), cell: ({ currency }) => currency },
    { key: 'payouts', title: t('treasury.coming.payouts'), isFigures: true, cell: ({ payouts }) => number(payouts, 0) },
    figures('amount', t('treasury.amount')),
    figures('unapproved', t('treasury.coming.unapproved')),
  ];
  const awaited: readonly Column<Awaited>[] = [
    ...placed<Awaited>(),
    { key: 'payouts', title: t('treasury.payouts'), isFigures: true, cell: ({ payouts }) => number(payouts, 0) },
    figures('amount', t('treasury.amount')),
  ];
  const trial: readonly Column<TrialLine>[] = [
    ...placed<TrialLine>(),
    { key: 'account', title: t('treasury.account'), cell: ({ account }) => account },
    figures('opening', t('treasury.opening')),
    figures('debit', t('treasury.debit')),
    figures('credit', t('treasury.credit')),
    figures('closing', t('treasury.closing')),
  ];
  return { clientMoney, lying, awaited, coming, trial };
}

function Files({ day, table }: { readonly day: string; readonly table: 'trial' | 'client_money' }) {
  const { t } = useWords();
  const file = useDownload(calls.file);
  return (
    <div>
      {(['pdf', 'csv', 'xlsx'] as const).map((format) => (
        <Button key={format} look="quiet" icon="download" onClick={() => void file.start({ day, table, format })}>
          {t(`treasury.format.${format}`)}
        </Button>
      ))}
      <WriteFailure failure={file.failure} />
    </div>
  );
}
