import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { goldCollateralContract, type Level, type PledgeAtDesk } from '../contract.ts';

const { calls, deskPages: pages } = goldCollateralContract;

const tones = { none: 'still', warning: 'note', call: 'warn', sale: 'loss' } as const satisfies Record<Level, string>;

/** Gold that is pledged for credit, the riskiest first. */
export default function Pledges({ query }: ScreenProps<typeof pages.pledges>) {
  const { t, money, number } = useWords();
  const asked = query.client_id !== undefined && /^\d{1,9}$/.test(query.client_id) ? { client_id: query.client_id } : {};
  const place = usePages(asked.client_id);
  const read = useRead(calls.pledges, { ...asked, ...(place.after === undefined ? {} : { after: place.after }) });
  const columns = useColumns();
  return (
    <>
      <ScreenHead title={t('desk.nav.pledges')} text={t('goldCollateral.desk.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ pledges, totals, next }) => (
          <Stack>
            <Card>
              <Facts
                items={[
                  { key: 'count', name: t('goldCollateral.desk.count'), value: number(totals.count, 0) },
                  {
                    key: 'weight',
                    name: t('goldCollateral.desk.weight'),
                    value: t('goldCollateral.desk.grams', { g: totals.weight.g }),
                  },
                  { key: 'worth', name: t('goldCollateral.desk.worth'), value: money(totals.worth, 'USD') },
                  { key: 'credit', name: t('goldCollateral.desk.credit'), value: money(totals.credit, 'USD') },
                ]}
              />
            </Card>
            <Card title={t('desk.nav.pledges')} isFlush>
              {pledges.length === 0 ? (
                <p>{t('goldCollateral.desk.none')}</p>
              ) : (
                <Table label={t('desk.nav.pledges')} isDense rows={pledges} rowKey={({ account }) => account} columns={columns} />
              )}
              <Pager pages={place} next={next} label={t('desk.nav.pledges')} />
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function useColumns(): readonly Column<PledgeAtDesk>[] {
  const { t, money, dateTime } = useWords();
  return [
    { key: 'account', title: t('goldCollateral.desk.account'), onPhone: 'main', cell: ({ account }) => String(account) },
    {
      key: 'client',
      title: t('goldCollateral.desk.client'),
      cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink>,
    },
    { key: 'company', title: t('goldCollateral.desk.company'), cell: ({ company }) => String(company) },
    {
      key: 'weight',
      title: t('goldCollateral.desk.weight'),
      isFigures: true,
      cell: ({ weight }) => t('goldCollateral.desk.grams', { g: weight.g }),
    },
    {
      key: 'worth',
      title: t('goldCollateral.desk.worth'),
      isFigures: true,
      cell: ({ worth }) => (worth === null ? t('goldCollateral.desk.unknown') : money(worth, 'USD')),
    },
    { key: 'credit', title: t('goldCollateral.desk.credit'), isFigures: true, cell: ({ credit }) => money(credit, 'USD') },
    {
      key: 'lent',
      title: t('goldCollateral.desk.lent'),
      isFigures: true,
      cell: ({ lent_percent: lent }) => (lent === null ? t('goldCollateral.desk.unknown') : `${lent} %`),
    },
    {
      key: 'level',
      title: t('goldCollateral.desk.level'),
      cell: ({ level, waits }) => (
        <Status tone={tones[level]}>{t(waits ? 'goldCollateral.desk.waits' : `goldCollateral.desk.level.${level}`)}</Status>
      ),
    },
    { key: 'at', title: t('goldCollateral.desk.priceAt'), cell: ({ price_at: at }) => (at === null ? '' : dateTime(at)) },
  ];
}
