import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { auditContract } from '../contract.ts';
import { EventTable } from './EventTable.tsx';
import styles from './Events.module.css';

const { calls, deskPages: pages } = auditContract;

/** On a client's page: what was done by the client and about the client. */
export default function ClientTrail({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const place = usePages();
  const read = useRead(
    calls.events,
    { client_id: clientId, ...(place.after === undefined ? {} : { after: place.after }) },
    { keepsLast: true },
  );
  return (
    <Card
      title={t('desk.nav.audit')}
      aside={<PageLink to={{ page: pages.events, query: { client_id: clientId } }}>{t('audit.filter')}</PageLink>}
      isFlush
    >
      <Loaded read={read}>
        {({ events, next }) => (
          <>
            {events.length === 0 ? (
              <p className={styles.none}>{t('audit.none.title')}</p>
            ) : (
              <EventTable events={events} label={t('desk.nav.audit')} isOfOneClient />
            )}
            <Pager pages={place} next={next} label={t('audit.pages')} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
