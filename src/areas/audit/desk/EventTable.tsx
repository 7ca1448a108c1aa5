import { useState } from 'react';
import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Change, valueText } from '../../../ui/desk/Change.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { ShownEvent } from '../contract.ts';
import { eventColumns } from '../rules.ts';
import styles from './EventTable.module.css';

interface EventTableProps {
  readonly events: readonly ShownEvent[];
  readonly label: string;
  /** On a client's own page every event is theirs. */
  readonly isOfOneClient?: boolean;
}

/** What was done; a row opens what it was before and after. */
export function EventTable({ events, label, isOfOneClient = false }: EventTableProps) {
  const [opened, setOpened] = useState<ShownEvent>();
  const columns = useColumns().filter(({ key }) => !(isOfOneClient && key === 'client'));
  return (
    <>
      <Table label={label} isDense rows={events} rowKey={({ id }) => id} onRow={setOpened} columns={columns} />
      {opened && <EventDialog event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const tones = { staff: 'note', client: 'still', vendor: 'still', system: 'still' } as const;

function useColumns(): readonly Column<ShownEvent>[] {
  const { t, dateTime } = useWords();
  const declared = useDeclared();
  return declared(eventColumns, {
    at: {
      cell: ({ at }) => (
        <time className={styles.time} dateTime={at}>
          {dateTime(at)}
        </time>
      ),
    },
    kind: {
      isWideOnly: true,
      cell: ({ actor_kind: kind }) => <Status tone={tones[kind]}>{t(`audit.kind.${kind}`)}</Status>,
    },
    action: { cell: ({ action }) => <code className={styles.action}>{action}</code> },
    client: {
      cell: ({ client_id: id }) =>
        id !== null && (
          <PageLink className={styles.over} to={{ page: deskLinks.client, params: { id } }}>
            {id}
          </PageLink>
        ),
    },
    reason: { onPhone: 'hidden' },
  });
}

function EventDialog({ event, onClose }: { readonly event: ShownEvent; readonly onClose: () => void }) {
  const { t, dateTime } = useWords();
  const { asked_for: asked, ...rest } = event.detail;
  const isAsked = asked !== undefined;
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
        {/* What only a second person does is not done yet, whatever has become of it since. */}
        {isAsked ? (
          <section className={styles.detail}>
            <h3>{t('audit.asked')}</h3>
            <Change before={event.before} after={asked} />
          </section>
        ) : (
          hasChange && <Change before={event.before} after={event.after} />
        )}
        {Object.keys(rest).length > 0 && (
          <section className={styles.detail}>
            <h3>{t('audit.detail')}</h3>
            <pre className={styles.json}>{valueText(rest)}</pre>
          </section>
        )}
      </div>
    </Dialog>
  );
}
