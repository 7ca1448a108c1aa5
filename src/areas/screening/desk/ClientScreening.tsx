import { useRead } from '../../../ui/api/reads.ts';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { screeningContract, type HitLine } from '../contract.ts';
import { ToLists } from './ToLists.tsx';

const { calls, deskPages: pages } = screeningContract;

/** On a client's page: what was found of them on lists, and what was decided about it. */
export default function ClientScreening({ clientId }: ClientPartProps) {
  const { t, dateTime } = useWords();
  const read = useRead(calls.ofClient, { client_id: clientId });
  const columns = useColumns();
  return (
    <Card title={t('desk.section.screening')}>
      <Loaded read={read}>
        {({ hits, is_due: isDue, is_held: isHeld, is_by_name_alone: isByName, stale_lists: stale }) => (
          <Stack>
            {isHeld && <Notice tone="warn">{t('screening.desk.held')}</Notice>}
            {stale.map(({ list, since }) => (
              <Notice key={list} tone="warn" action={<ToLists />}>
                {t('screening.desk.stale', { list, since: dateTime(since) })}
              </Notice>
            ))}
            {isByName && <p>{t('screening.desk.byName')}</p>}
            {isDue && <p>{t('screening.desk.due')}</p>}
            {hits.length === 0 ? (
              <p>{t('screening.desk.none')}</p>
            ) : (
              <Table label={t('desk.section.screening')} isDense rows={hits} rowKey={({ id }) => id} columns={columns} />
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function useColumns(): readonly Column<HitLine>[] {
  const { t, dateTime } = useWords();
  return [
    {
      key: 'name',
      title: t('screening.desk.entry'),
      cell: ({ id, name }) => <PageLink to={{ page: pages.hit, params: { id } }}>{name}</PageLink>,
    },
    { key: 'list', title: t('screening.desk.list'), cell: ({ list, kind }) => `${list}, ${t(`screening.desk.kind.${kind}`)}` },
    { key: 'points', title: t('screening.desk.points'), cell: ({ points }) => points },
    { key: 'found', title: t('screening.desk.found'), cell: ({ found_at: at }) => dateTime(at) },
    { key: 'status', title: t('screening.desk.status'), cell: ({ status }) => t(`screening.desk.status.${status}`) },
  ];
}
