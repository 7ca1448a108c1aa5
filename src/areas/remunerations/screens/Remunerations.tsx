import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import type { Column } from '../../../ui/components/Table.tsx';
import { ShareTable } from '../../../ui/money/ShareTable.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { remunerationsContract, type Remuneration } from '../contract.ts';

const { calls, pages } = remunerationsContract;
type Query = ScreenProps<typeof pages.list>['query'];
type Answer = AnswerOf<typeof calls.list>['direct'];

const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/** What the provider got of what followers have gained. The address holds the filters, so that a view can be kept. */
export default function Remunerations({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const { from, to } = query;
  const strategy = Number(query.strategy ?? 0) || undefined;
  const read = useRead(
    calls.list,
    {
      ...(strategy === undefined ? {} : { strategy_id: strategy }),
      ...(from !== undefined && dayShape.test(from) ? { from } : {}),
      ...(to !== undefined && dayShape.test(to) ? { to } : {}),
      page: Number(query.page ?? 1) || 1,
    },
    { keepsLast: true },
  );
  return (
    <>
      <ScreenHead title={t('page.remunerations')} text={t('remunerations.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct }) => (
          <Stack>
            <GateNotice action="open_live_account" />
            <Filters query={query} strategies={direct.strategies} />
            <Totals totals={direct.totals} />
            <Listed answer={direct} query={query} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Filters({ query, strategies }: { readonly query: Query; readonly strategies: Answer['strategies'] }) {
  const { t } = useWords();
  const open = useOpen();
  const { strategy, from, to } = query;
  const show = (changed: { readonly [Name in keyof Query]?: string | undefined }): void =>
    open({ page: pages.list, query: { strategy, from, to, ...changed } });
  const isFiltered = strategy !== undefined || from !== undefined || to !== undefined;
  return (
    <Card>
      <Columns>
        <SelectField
          name="strategy"
          label={t('remunerations.strategy')}
          value={strategy ?? ''}
          onChange={(event) => show({ strategy: event.target.value || undefined })}
          options={[
            { value: '', label: t('remunerations.strategy.all') },
            ...strategies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <DayField label={t('remunerations.from')} value={from ?? ''} last={to} onDay={(day) => show({ from: day })} />
        <DayField label={t('remunerations.to')} value={to ?? ''} first={from} onDay={(day) => show({ to: day })} />
      </Columns>
      {isFiltered && (
        <Button look="quiet" onClick={() => open({ page: pages.list })}>
          {t('remunerations.filters.clear')}
        </Button>
      )}
    </Card>
  );
}

function Totals({ totals }: { readonly totals: Answer['totals'] }) {
  const { t } = useWords();
  return totals.map(({ currency, count, paid, under_way: underWay }) => (
    <Card key={currency} title={t('remunerations.totals', { currency })}>
      <Facts
        items={[
          { key: 'paid', name: t('remunerations.paid'), value: <Amount value={paid} currency={currency} /> },
          { key: 'underWay', name: t('remunerations.underWay'), value: <Amount value={underWay} currency={currency} /> },
          { key: 'count', name: t('remunerations.count'), value: String(count) },
        ]}
      />
    </Card>
  ));
}

function Listed({ answer, query }: { readonly answer: Answer; readonly query: Query }) {
  const words = useWords();
  const { t } = words;
  const { page, total_items: total, page_size: size } = answer;
  const last = Math.ceil(total / size);
  if (total === 0)
    return (
      <Card>
        <EmptyState picture="transfers" title={t('remunerations.none.title')} text={t('remunerations.none.text')} />
      </Card>
    );
  return (
    <>
      <Card isFlush>
        <ShareTable label={t('page.remunerations')} shares={answer.remunerations} more={columnsIn(words)} />
      </Card>
      {last > 1 && (
        <p>
          {page > 1 && (
            <PageLink to={{ page: pages.list, query: { ...query, page: page - 1 } }}>{t('remunerations.newer')}</PageLink>
          )}{' '}
          {page < last && (
            <PageLink to={{ page: pages.list, query: { ...query, page: page + 1 } }}>{t('remunerations.older')}</PageLink>
          )}
        </p>
      )}
    </>
  );
}

function columnsIn({ t }: Words): readonly Column<Remuneration>[] {
  return [
    { key: 'strategy', title: t('remunerations.strategy'), cell: ({ strategy_name: name }) => name },
    { key: 'account', title: t('remunerations.account'), isFigures: true, cell: ({ acc_no: number }) => String(number) },
  ];
}
