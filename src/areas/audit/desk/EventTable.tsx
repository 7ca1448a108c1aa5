import { useState } from 'react';
import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Change, valueText } from '../../../ui/desk/Change.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { ShownEvent } from '../contract.ts';
import styles from './EventTable.module.css';

interface EventTableProps {
  readonly events: readonly ShownEvent[];
  readonly label: string;
  /** On a client's own page every event is theirs. */
  readonly isOfOneClient?: boolean;
}

/** What was done; a row opens what it was before and after. */
export function EventTable({ events, label, isOfOneClient = false }: EventTableProps) {
  const words = useWords();
  const [opened, setOpened] = useState<ShownEvent>();
  const columns = columnsIn(words).filter(({ key }) => !(isOfOneClient && key === 'client'));
  return (
    <>
      <Table label={label} isDense rows={events} rowKey={({ id }) => id} onRow={setOpened} columns={columns} />
      {opened && <EventDialog event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const tones = { staff: 'note', client: 'still', vendor: 'still', system: 'still' } as const;

function columnsIn({ t, dateTime }: Words): readonly Column<ShownEvent>[] {
  return [
    {
      key: 'at',
      title: t('audit.at'),
      cell: ({ at }) => (
        <time className={styles.time} dateTime={at}>
          {dateTime(at)}
        </time>
      ),
    },
    { key: 'actor', title: t('audit.actor'), cell: ({ actor }) => actor },
    {
      key: 'kind',
      title: t('audit.kind'),
      isWideOnly: true,
      cell: ({ actor_kind: kind }) => <Status tone={tones[kind]}>{t(`audit.kind.${kind}`)}</Status>,
    },
    { key: 'action', title: t('audit.action'), cell: ({ action }) => <code className={styles.action}>{action}</code> },
    { key: 'subject', title: t('audit.subject'), cell: ({ subject }) => subject.replace(':', ' ') },
    {
      key: 'client',
      title: t('audit.client'),
      cell: ({ client_id: id }) =>
        id !== null && (
          <PageLink className={styles.over} to={{ page: deskLinks.client, params: { id } }}>
            {id}
          </PageLink>
        ),
    },
    { key: 'reason', title: t('audit.reason'), onPhone: 'hidden', cell: ({ reason }) => reason },
  ];
}

function EventDialog({ event, onClose }: { readonly event: ShownEvent; readonly onClose: () => void }) {
  const { t, dateTime } = useWords();
  const hasChange = (event.before ?? null) !== null || (event.after ?? null) !== null;
  return (
    <Dialog isOpen onClose={onClose} title={<code>{event.action}</code>} size="wide">
      <div className={styles.event}>
        <Facts
          items={[
            { key: 'at', name: t('audit.at'), value: dateTime(event.at) },
            {
              key: 'actor',
              name: t('audit.actor'),
              value: t('audit.by', { actor: event.actor, kind: t(`audit.kind.${event.actor_kind}`) }),
            },
            { key: 'subject', name: t('audit.subject'), value: event.subject.replace(':', ' ') },
            ...(event.client_id === null ? [] : [{ key: 'client', name: t('audit.client'), value: event.client_id }]),
            ...(event.reason === null ? [] : [{ key: 'reason', name: t('audit.reason'), value: event.reason }]),
            { key: 'id', name: t('audit.number'), value: event.id },
          ]}
        />
        {hasChange && <Change before={event.before} after={event.after} />}
        {Object.keys(event.detail).length > 0 && (
          <section className={styles.detail}>
            <h3>{t('audit.detail')}</h3>
            <pre className={styles.json}>{valueText(event.detail)}</pre>
          </section>
        )}
      </div>
    </Dialog>
  );
}
