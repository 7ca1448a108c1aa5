import type { MarkChange, ShownInvestment } from '../../../protocol/investment.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { ShareTable } from '../../../ui/money/ShareTable.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { investmentsContract } from '../contract.ts';
import { Percents } from './facts.tsx';

const { calls, pages } = investmentsContract;

/** What its provider got of what a follow has gained, and how each share and the mark were computed. */
export default function Shares({ params, query }: ScreenProps<typeof pages.shares>) {
  const { t } = useWords();
  const before = Number(query.before ?? 0) || undefined;
  const read = useRead(calls.shares, { id: params.id, ...(before === undefined ? {} : { before }) });
  const of = read.data?.direct.investment_account.strategy_name;
  useTitle(of && `${t('page.investments.shares')} · ${of}`);
  return (
    <>
      <ScreenHead
        title={t('page.investments.shares')}
        text={t('investments.shares.text')}
        back={
          <PageLink to={{ page: pages.details, params }}>
            <Icon name="back" size={16} />
            {of ?? t('page.investments')}
          </PageLink>
        }
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct: { investment_account: one, shares, next, next_due_at: nextDue, marks } }) => (
          <Stack>
            <GateNotice action="invest" />
            <Now one={one} nextDue={nextDue} />
            <Card title={t('investments.shares.list')} isFlush={shares.length > 0}>
              {shares.length === 0 ? (
                <EmptyState
                  picture="transfers"
                  title={t('investments.shares.none.title')}
                  text={t('investments.shares.none.text')}
                />
              ) : (
                <ShareTable label={t('investments.shares.list')} shares={shares} />
              )}
            </Card>
            {next !== null && (
              <p>
                <PageLink to={{ page: pages.shares, params, query: { before: next } }}>{t('investments.older')}</PageLink>
              </p>
            )}
            {marks.length > 0 && <Marks marks={marks} currency={one.currency} />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Now({ one, nextDue }: { readonly one: ShownInvestment; readonly nextDue: string | null }) {
  const { t, date } = useWords();
  return (
    <Card>
      <Facts
        items={[
          { key: 'fee', name: t('investments.fee'), value: <Percents value={one.remun_fee} /> },
          {
            key: 'mark',
            name: t('investments.highWater'),
            value: <Amount value={one.high_water} currency={one.currency} />,
          },
          {
            key: 'now',
            name: t('investments.shareNow'),
            value: <Amount value={one.share_now} currency={one.currency} />,
          },
          { key: 'next', name: t('investments.shares.next'), value: nextDue === null ? '–' : date(nextDue) },
        ]}
      />
    </Card>
  );
}

/** How the mark has come to be what it is. */
function Marks({ marks, currency }: { readonly marks: readonly MarkChange[]; readonly currency: string }) {
  const words = useWords();
  const { t } = words;
  const rows = marks.map((mark, place) => ({ ...mark, place }));
  return (
    <Card title={t('investments.marks')} isFlush>
      <Table label={t('investments.marks')} rows={rows} rowKey={({ place }) => place} columns={columnsIn(words, currency)} />
    </Card>
  );
}

function columnsIn({ t, dateTime }: Words, currency: string): readonly Column<MarkChange>[] {
  return [
    { key: 'kind', title: t('investments.marks.kind'), onPhone: 'main', cell: ({ kind }) => t(`investments.marks.kind.${kind}`) },
    { key: 'at', title: t('investments.marks.at'), cell: ({ at }) => dateTime(at) },
    {
      key: 'amount',
      title: t('investments.amount'),
      isFigures: true,
      cell: ({ amount }) => <Amount value={amount} currency={currency} />,
    },
    {
      key: 'mark',
      title: t('investments.highWater'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ high_water: mark }) => <Amount value={mark} currency={currency} />,
    },
  ];
}
