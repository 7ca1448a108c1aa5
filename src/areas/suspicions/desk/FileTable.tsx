import { useRead } from '../../../ui/api/reads.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { suspicionsContract, type SuspicionLine } from '../contract.ts';

const { calls, deskPages } = suspicionsContract;

interface FileTableProps {
  readonly which: 'open' | 'decided';
  /** Of one client alone. */
  readonly clientId?: string;
}

export function FileTable({ which, clientId }: FileTableProps) {
  const { t, dateTime } = useWords();
  const pages = usePages(`${which} ${clientId ?? ''}`);
  const read = useRead(calls.list, {
    which,
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(pages.after === undefined ? {} : { after: pages.after }),
  });
  const columns: readonly Column<SuspicionLine>[] = [
    {
      key: 'file',
      title: t('suspicions.desk.file'),
      cell: ({ id }) => (
        <PageLink to={{ page: deskPages.file, params: { id } }}>{t('suspicions.desk.numbered', { id })}</PageLink>
      ),
    },
    { key: 'client', title: t('suspicions.desk.client'), cell: ({ client_id: id }) => id },
    { key: 'state', title: t('suspicions.desk.state'), cell: ({ state }) => t(`suspicions.desk.state.${state}`) },
    { key: 'opened', title: t('suspicions.desk.opened'), cell: ({ opened_at: at }) => dateTime(at) },
    {
      key: 'due',
      title: t('suspicions.desk.due'),
      cell: ({ due_at: at, is_late: isLate, state }) =>
        state === 'open' || state === 'proposed' ? <DueClock at={at} isLate={isLate} /> : dateTime(at),
    },
  ];
  return (
    <Loaded read={read}>
      {({ files, next }) => (
        <>
          {files.length === 0 ? (
            <p>{t(`suspicions.desk.none.${which}`)}</p>
          ) : (
            <Table label={t(`suspicions.desk.files.${which}`)} isDense rows={files} rowKey={({ id }) => id} columns={columns} />
          )}
          <Pager pages={pages} next={next} label={t(`suspicions.desk.pages.${which}`)} />
        </>
      )}
    </Loaded>
  );
}
