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
type Notice = z.infer<typeof calls.notices.output>['notices'][number];

/** What the client was told on the screen. */
export function Notices({ clientId }: { readonly clientId: string }) {
  const words = useWords();
  const { t } = words;
  const pages = usePages();
  const read = useRead(
    calls.notices,
    { client_id: clientId, ...(pages.after === undefined ? {} : { after: pages.after }) },
    { keepsLast: true },
  );
  return (
    <Card title={t('clients.section.notices')} isFlush>
      <Loaded read={read}>
        {({ notices, next }) => (
          <>
            {notices.length === 0 ? (
              <p className={styles.none}>{t('clients.notices.none')}</p>
            ) : (
              <Table
                label={t('clients.section.notices')}
                isDense
                rows={notices}
                rowKey={({ id }) => id}
                columns={columnsIn(words)}
              />
            )}
            <Pager pages={pages} next={next} label={t('clients.notices.pages')} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const tones = { success: 'gain', processing: 'note', info: 'note', warning: 'warn', error: 'loss' } as const;

function columnsIn({ t, dateTime }: Words): readonly Column<Notice>[] {
  return [
    {
      key: 'level',
      title: t('clients.notice.type'),
      cell: ({ level, type }) => <Status tone={tones[level]}>{type.replaceAll('_', ' ')}</Status>,
    },
    {
      key: 'text',
      title: t('clients.notice.text'),
      cell: ({ title, text }) => t('clients.notice.told', { title, text }),
    },
    {
      key: 'at',
      title: t('clients.notice.at'),
      cell: ({ created_at: at }) => <time dateTime={at}>{dateTime(at)}</time>,
    },
    {
      key: 'closed',
      title: t('clients.notice.closed'),
      cell: ({ closed_at: at }) => (at === null ? t('clients.notice.open') : <time dateTime={at}>{dateTime(at)}</time>),
    },
  ];
}
