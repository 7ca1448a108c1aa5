import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { clientsContract } from '../contract.ts';
import styles from './Section.module.css';

const { calls } = clientsContract;
type Session = z.infer<typeof calls.sessions.output>['sessions'][number];

/** From where and with what the client was signed in. */
export function Sessions({ clientId }: { readonly clientId: string }) {
  const words = useWords();
  const { t } = words;
  const pages = usePages();
  const read = useRead(
    calls.sessions,
    { client_id: clientId, ...(pages.after === undefined ? {} : { after: pages.after }) },
    { keepsLast: true },
  );
  return (
    <Card title={t('clients.section.sessions')} isFlush>
      <Loaded read={read}>
        {({ sessions, next }) => (
          <>
            {sessions.length === 0 ? (
              <p className={styles.none}>{t('clients.sessions.none')}</p>
            ) : (
              <Table
                label={t('clients.section.sessions')}
                isDense
                rows={sessions}
                rowKey={({ sid }) => sid}
                columns={columnsIn(words)}
              />
            )}
            <Pager pages={pages} next={next} label={t('clients.sessions.pages')} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function columnsIn({ t, dateTime }: Words): readonly Column<Session>[] {
  return [
    { key: 'address', title: t('clients.session.address'), cell: ({ address }) => <bdi dir="ltr">{address}</bdi> },
    { key: 'agent', title: t('clients.session.agent'), cell: ({ agent }) => <span className={styles.agent}>{agent}</span> },
    {
      key: 'from',
      title: t('clients.session.from'),
      cell: ({ created_at: at }) => <time dateTime={at}>{dateTime(at)}</time>,
    },
    {
      key: 'seen',
      title: t('clients.session.seen'),
      cell: ({ seen_at: at }) => <time dateTime={at}>{dateTime(at)}</time>,
    },
    {
      key: 'ended',
      title: t('clients.session.ended'),
      cell: ({ ended_at: at }) =>
        at === null ? <Status tone="gain">{t('clients.session.stands')}</Status> : <time dateTime={at}>{dateTime(at)}</time>,
    },
  ];
}
