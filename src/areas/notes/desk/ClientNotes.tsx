import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { notesContract, type Note } from '../contract.ts';
import { categoriesFor } from '../rules.ts';
import { NoteDialog } from './NoteDialog.tsx';

/** On a client's page: what staff have written down of them. */
export default function ClientNotes({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const { rights } = useStaff();
  const pages = usePages();
  const read = useRead(notesContract.calls.list, {
    client_id: clientId,
    ...(pages.after === undefined ? {} : { after: pages.after }),
  });
  const [opened, setOpened] = useState<Note | 'new'>();
  const columns = useColumns(setOpened);
  return (
    <Card
      title={t('desk.section.notes')}
      aside={
        categoriesFor('writes', rights).length > 0 && (
          <Button look="plain" size="small" onClick={() => setOpened('new')}>
            {t('notes.desk.add')}
          </Button>
        )
      }
    >
      <Loaded read={read}>
        {({ notes, next }) => (
          <Stack>
            {notes.length === 0 ? (
              <p>{t('notes.desk.none')}</p>
            ) : (
              <Table label={t('desk.section.notes')} isDense rows={notes} rowKey={({ id }) => id} columns={columns} />
            )}
            <Pager pages={pages} next={next} label={t('desk.section.notes')} />
          </Stack>
        )}
      </Loaded>
      {opened && (
        <NoteDialog clientId={clientId} corrects={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  );
}

function useColumns(open: (note: Note) => void): readonly Column<Note>[] {
  const { t, dateTime } = useWords();
  const writes = categoriesFor('writes', useStaff().rights);
  return [
    { key: 'text', title: t('notes.desk.text'), cell: ({ text }) => text },
    { key: 'category', title: t('notes.desk.category'), cell: ({ category }) => t(`notes.desk.category.${category}`) },
    { key: 'by', title: t('notes.desk.by'), cell: ({ written_by: by }) => by },
    { key: 'at', title: t('notes.desk.at'), cell: ({ at }) => dateTime(at) },
    {
      key: 'state',
      title: t('notes.desk.state'),
      onPhone: 'action',
      cell: (note) =>
        note.corrected_by === null ? (
          <>
            {note.corrects !== null && t('notes.desk.corrects', { id: note.corrects })}{' '}
            {writes.includes(note.category) && (
              <Button look="plain" size="small" onClick={() => open(note)}>
                {t('notes.desk.correct')}
              </Button>
            )}
          </>
        ) : (
          t('notes.desk.corrected', { id: note.corrected_by })
        ),
    },
  ];
}
