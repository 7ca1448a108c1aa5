import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { auditContract } from '../contract.ts';
import { EventTable } from './EventTable.tsx';
import { Filters, type FilterValues } from './Filters.tsx';

const { calls, deskPages: pages } = auditContract;

/** What was done, by whom and why; the filters stand in the address, so that a view can be kept and sent. */
export default function Events({ query }: ScreenProps<typeof pages.events>) {
  const { t } = useWords();
  const open = useOpen();
  const filters = filtersOf(query);
  const place = usePages(JSON.stringify(filters));
  const read = useRead(
    calls.events,
    { ...filters, ...(place.after === undefined ? {} : { after: place.after }) },
    { keepsLast: true },
  );
  return (
    <>
      <ScreenHead
        title={t('desk.nav.audit')}
        text={t('audit.text')}
        actions={
          <>
            <LinkButton look="plain" to={{ page: pages.refusals }}>
              {t('desk.nav.refusals')}
            </LinkButton>
            <TakeAlong table="audit.events" asked={filters} name={t('desk.nav.audit')} />
          </>
        }
      />
      <Stack>
        <Filters
          key={JSON.stringify(filters)}
          filters={filters}
          faults={read.error?.fields ?? {}}
          onFilter={(next) => open({ page: pages.events, query: { ...next } })}
        />
        <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
          {({ events, next }) => (
            <Card isFlush>
              {events.length === 0 ? (
                <EmptyState picture="search" title={t('audit.none.title')} text={t('audit.none.text')} />
              ) : (
                <EventTable events={events} label={t('desk.nav.audit')} />
              )}
              <Pager pages={place} next={next} label={t('audit.pages')} />
            </Card>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

/** Only what is filled in. */
function filtersOf(query: ScreenProps<typeof pages.events>['query']): FilterValues {
  const { client_id, actor, action, from, till } = query;
  return Object.fromEntries(Object.entries({ client_id, actor, action, from, till }).filter(([, value]) => Boolean(value)));
}
