import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { companyName } from '../../../law/companyNames.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { ListCard } from '../../../ui/desk/ListCard.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { treasuryContract, type BookDay, type PlatformDifference, type ProviderDay } from '../contract.ts';
import { bankColumns, bookColumns, moneyDayColumns, platformColumns, providerColumns } from '../rules.ts';

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
  const days = { from: told.from, till: told.till };
  const money = told.book.flatMap(({ day, client_money: rows }) => rows.map((row) => ({ day, ...row })));
  return (
    <Stack>
      <Notice tone={told.open === 0 ? 'note' : 'warn'}>
        {told.open === 0 ? t('treasury.open.none') : t('treasury.open', { count: number(told.open, 0) })}
      </Notice>
      <ListCard
        title={t('treasury.book')}
        table="reconciliations.book"
        asked={days}
        rows={told.book}
        rowKey={({ day }) => day}
        columns={columns.book}
      />
      <ListCard
        title={t('treasury.clientMoney')}
        table="reconciliations.client_money"
        asked={days}
        rows={money}
        rowKey={({ day, company, currency }) => `${day} ${company} ${currency}`}
        columns={columns.money}
      />
      <ListCard
        title={t('treasury.providers')}
        table="reconciliations.providers"
        asked={days}
        rows={told.providers}
        rowKey={({ id }) => id}
        columns={columns.providers}
        none={t('treasury.providers.none')}
      />
      <ListCard
        title={t('treasury.platforms')}
        table="reconciliations.platforms"
        asked={days}
        rows={told.platforms}
        rowKey={({ id }) => id}
        columns={columns.platforms}
        none={t('treasury.platforms.none')}
      />
      <ListCard
        title={t('treasury.banks')}
        table="reconciliations.banks"
        rows={told.banks}
        rowKey={({ id }) => id}
        columns={columns.banks}
        none={t('treasury.banks.none')}
      />
    </Stack>
  );
}

/** Where a difference is explained. */
function Stands({ state }: { readonly state: ProviderDay['state'] | PlatformDifference['state'] }) {
  const { t } = useWords();
  if (state !== 'open') return <>{t(`treasury.state.${state}`)}</>;
  return <PageLink to={{ page: deskLinks.queue, params: { queue: 'differences' } }}>{t('treasury.state.open')}</PageLink>;
}

function useColumns() {
  const { day: dayText } = useWords();
  const declared = useDeclared();
  const day = { onPhone: 'main', cell: (row: { readonly day: string }) => dayText(row.day) } as const;
  return {
    book: declared(bookColumns, {
      day,
      even: {
        cell: (row) => (
          <PageLink to={{ page: pages.treasury, query: { day: row.day } }}>
            <Even row={row} />
          </PageLink>
        ),
      },
    }),
    money: declared(moneyDayColumns, { day }),
    providers: declared(providerColumns, { day, state: { cell: ({ state }) => <Stands state={state} /> } }),
    banks: declared(bankColumns, { day, state: { cell: ({ state }) => <Stands state={state} /> } }),
    platforms: declared(platformColumns, {
      day,
      client: { cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink> },
      state: { cell: ({ state }) => <Stands state={state} /> },
    }),
  };
}

function Even({ row }: { readonly row: BookDay }) {
  const { t } = useWords();
  const uneven = row.uneven.map(({ company, currency, amount }) => `${companyName(company, t)} ${currency} ${amount}`);
  return <>{row.is_even ? t('treasury.even.yes') : uneven.join('; ')}</>;
}
