import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { treasuryContract, type PlatformDifference, type ProviderDay } from '../contract.ts';

const { calls, deskPages: pages } = treasuryContract;

const dayOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;

/** What the book says day by day beside what providers and platforms say, and which differences stand open. */
export default function Reconciliations({ query }: ScreenProps<typeof pages.reconciliations>) {
  const { t } = useWords();
  const open = useOpen();
  const [from, till] = [dayOf(query.from), dayOf(query.till)];
  const asked = { ...(from === undefined ? {} : { from }), ...(till === undefined ? {} : { till }) };
  const read = useRead(calls.reconciliations, asked, { keepsLast: true });
  const show = (change: { readonly from?: string; readonly till?: string }) =>
    open({ page: pages.reconciliations, query: { ...asked, ...change } }, { replace: true });
  return (
    <>
      <ScreenHead title={t('desk.nav.reconciliations')} text={t('treasury.reconciliations.text')} />
      <Stack>
        <Card>
          <DayField label={t('treasury.from')} value={from ?? read.data?.from ?? ''} onDay={(next) => show({ from: next })} />
          <DayField label={t('treasury.till')} value={till ?? read.data?.till ?? ''} onDay={(next) => show({ till: next })} />
        </Card>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {(told) => <Told told={told} />}
        </Loaded>
      </Stack>
    </>
  );
}

type Answer = AnswerOf<typeof calls.reconciliations>;

function Told({ told }: { readonly told: Answer }) {
  const { t, number } = useWords();
  const columns = useColumns();
  const money = told.book.flatMap(({ day, client_money: rows }) => rows.map((row) => ({ day, ...row })));
  return (
    <Stack>
      <Notice tone={told.open === 0 ? 'note' : 'warn'}>
        {told.open === 0 ? t('treasury.open.none') : t('treasury.open', { count: number(told.open, 0) })}
      </Notice>
      <Card title={t('treasury.book')} isFlush>
        <Table label={t('treasury.book')} isDense rows={told.book} rowKey={({ day }) => day} columns={columns.book} />
      </Card>
      <Card title={t('treasury.clientMoney')} isFlush>
        <Table
          label={t('treasury.clientMoney')}
          isDense
          rows={money}
          rowKey={({ day, company, currency }) => `${day} ${company} ${currency}`}
          columns={columns.money}
        />
      </Card>
      <Card title={t('treasury.providers')} isFlush>
        {told.providers.length === 0 ? (
          <p>{t('treasury.providers.none')}</p>
        ) : (
          <Table
            label={t('treasury.providers')}
            isDense
            rows={told.providers}
            rowKey={({ id }) => id}
            columns={columns.providers}
          />
        )}
      </Card>
      <Card title={t('treasury.platforms')} isFlush>
        {told.platforms.length === 0 ? (
          <p>{t('treasury.platforms.none')}</p>
        ) : (
          <Table
            label={t('treasury.platforms')}
            isDense
            rows={told.platforms}
            rowKey={({ id }) => id}
            columns={columns.platforms}
          />
        )}
      </Card>
    </Stack>
  );
}

type MoneyRow = { readonly day: string } & Answer['book'][number]['client_money'][number];

/** What tables of these days have in common. */
function useShared() {
  const { t, day: dayText } = useWords();
  const figures = <Row extends { readonly currency: string }>(key: keyof Row & string, title: string): Column<Row> => ({
    key,
    title,
    isFigures: true,
    cell: (row) => <Figures value={String(row[key])} currency={row.currency} />,
  });
  const dated = <Row extends { readonly day: string }>(): Column<Row> => ({
    key: 'day',
    title: t('treasury.day'),
    onPhone: 'main',
    cell: ({ day }) => dayText(day),
  });
  const stands = <Row extends { readonly state: ProviderDay['state'] | PlatformDifference['state'] }>(): Column<Row> => ({
    key: 'state',
    title: t('treasury.state'),
    cell: ({ state }) =>
      state === 'open' ? (
        <PageLink to={{ page: deskLinks.queue, params: { queue: 'differences' } }}>{t('treasury.state.open')}</PageLink>
      ) : (
        t(`treasury.state.${state}`)
      ),
  });
  return { figures, dated, stands };
}

function useColumns() {
  return { ...useBookColumns(), ...useOthersColumns() };
}

function useBookColumns() {
  const { t } = useWords();
  const { figures, dated } = useShared();
  const book: readonly Column<Answer['book'][number]>[] = [
    dated(),
    {
      key: 'even',
      title: t('treasury.even'),
      cell: ({ day, is_even: isEven, uneven }) => (
        <PageLink to={{ page: pages.treasury, query: { day } }}>
          {isEven
            ? t('treasury.even.yes')
            : uneven.map(({ company, currency, amount }) => `${company} ${currency} ${amount}`).join('; ')}
        </PageLink>
      ),
    },
  ];
  const money: readonly Column<MoneyRow>[] = [
    dated(),
    { key: 'company', title: t('treasury.company'), cell: ({ company }) => String(company) },
    { key: 'currency', title: t('treasury.currency'), cell: ({ currency }) => currency },
    figures('required', t('treasury.required')),
    figures('held', t('treasury.held')),
    figures('over', t('treasury.over')),
    {
      key: 'short',
      title: t('treasury.state'),
      cell: ({ is_short: isShort }) => t(isShort ? 'treasury.state.open' : 'treasury.state.same'),
    },
  ];
  return { book, money };
}

function useOthersColumns() {
  const { t } = useWords();
  const { figures, dated, stands } = useShared();
  const providers: readonly Column<ProviderDay>[] = [
    dated(),
    { key: 'provider', title: t('treasury.provider'), cell: ({ provider }) => provider },
    { key: 'currency', title: t('treasury.currency'), cell: ({ currency }) => currency },
    figures('reported', t('treasury.reported')),
    figures('posted', t('treasury.posted')),
    figures('difference', t('treasury.difference')),
    {
      key: 'findings',
      title: t('treasury.findings'),
      cell: ({ findings }) => findings.map(({ of, amount, why }) => `${of} ${amount} (${why.replaceAll('_', ' ')})`).join('; '),
    },
    stands(),
  ];
  const platforms: readonly Column<PlatformDifference>[] = [
    dated(),
    { key: 'number', title: t('treasury.account'), cell: ({ number }) => String(number) },
    {
      key: 'client',
      title: t('treasury.client'),
      cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
    },
    { key: 'measure', title: t('treasury.measure'), cell: ({ measure }) => measure },
    figures('platform', t('treasury.platform')),
    figures('ledger', t('treasury.ledger')),
    figures('difference', t('treasury.difference')),
    stands(),
  ];
  return { providers, platforms };
}
