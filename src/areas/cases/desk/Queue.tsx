import { useEffect, useRef, useState } from 'react';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { rowInFocus, useKeys } from '../../../ui/desk/keys.ts';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { actorName } from '../../../law/staff.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { casesContract, queueNames, type CaseItem, type QueueName } from '../contract.ts';
import { caseColumns } from '../rules.ts';
import { CaseDialog } from './CaseDialog.tsx';
import styles from './Queue.module.css';

const { calls, deskPages: pages } = casesContract;
const readsEveryMs = 15_000;

/** A queue, the oldest first: whoever takes a case has it for a quarter of an hour. */
export default function Queue({ params }: ScreenProps<typeof pages.queue>) {
  const { t } = useWords();
  const queue = queueNames.find((name) => name === params.queue);
  useTitle(queue && t(`cases.queue.${queue}`));
  const back = <BackLink to={{ page: pages.start }}>{t('desk.nav.start')}</BackLink>;
  if (queue === undefined)
    return <EmptyState isScreen picture="search" title={t('ui.missing.title')} text={t('cases.queue.unknown')} action={back} />;
  return (
    <>
      <ScreenHead
        title={t(`cases.queue.${queue}`)}
        back={back}
        actions={<TakeAlong table={`queues/${queue}`} name={t(`cases.queue.${queue}`)} />}
      />
      <Items queue={queue} />
    </>
  );
}

function Items({ queue }: { readonly queue: QueueName }) {
  const { t } = useWords();
  const place = usePages(queue);
  const read = useRead(
    calls.items,
    { queue, ...(place.after === undefined ? {} : { after: place.after }) },
    { onFocus: true, keepsLast: true },
  );
  useChanges(queue, read.refetch);
  const claims = useClaims();
  const [opened, setOpened] = useState<CaseItem>();
  const items = read.data?.items ?? [];
  const inFocus = (): CaseItem | undefined => items.find(({ id }) => String(id) === rowInFocus());
  useKeys({
    c: () => claims.take(inFocus()),
    u: () => claims.giveBack(inFocus()),
  });
  const columns = useColumns(claims);
  return (
    <Stack>
      <WriteFailure failure={claims.failure} />
      <Loaded read={read}>
        {({ next }) => (
          <Card isFlush>
            {items.length === 0 ? (
              <EmptyState picture="documents" title={t('cases.none.title')} text={t('cases.none.text')} />
            ) : (
              <Table
                label={t(`cases.queue.${queue}`)}
                isDense
                rows={items}
                rowKey={({ id }) => id}
                onRow={setOpened}
                columns={columns}
              />
            )}
            <Pager pages={place} next={next} label={t('cases.pages')} />
          </Card>
        )}
      </Loaded>
      {opened && <CaseDialog item={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

/**
 * Reads a queue again when its count or its oldest case has changed: those are asked for again and again, and not written down
 * as a reading of clients' data.
 */
function useChanges(queue: QueueName, readAgain: () => unknown): void {
  const { data } = useRead(calls.queues, {}, { everyMs: readsEveryMs });
  const line = data?.queues.find((one) => one.queue === queue);
  const state = line && `${line.count} ${line.oldest_at ?? ''}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current !== undefined && state !== known.current) readAgain();
    known.current = state;
  }, [state, readAgain]);
}

interface Claims {
  readonly failure: CallFailure | null;
  readonly busy: number | undefined;
  readonly isMine: (item: CaseItem) => boolean;
  readonly take: (item: CaseItem | undefined) => void;
  readonly giveBack: (item: CaseItem | undefined) => void;
}

function useClaims(): Claims {
  const { email } = useStaff();
  const claim = useWrite(calls.claim);
  const release = useWrite(calls.release);
  const isMine = ({ claimed_by: by }: CaseItem): boolean => by === actorName(email);
  const [busy, setBusy] = useState<number>();
  const send = (item: CaseItem, write: typeof claim | typeof release): void => {
    setBusy(item.id);
    claim.reset();
    release.reset();
    write.mutate({ queue: item.queue, id: String(item.id) }, { onSettled: () => setBusy(undefined) });
  };
  return {
    isMine,
    busy,
    failure: claim.error ?? release.error,
    take: (item) => item && (item.claimed_by === null || isMine(item)) && send(item, claim),
    giveBack: (item) => item && isMine(item) && send(item, release),
  };
}

function useColumns(claims: Claims): readonly Column<CaseItem>[] {
  const { t } = useWords();
  const declared = useDeclared();
  return declared(caseColumns, {
    client: {
      cell: ({ client_id: id }) =>
        id === null ? (
          t('cases.client.none')
        ) : (
          <PageLink className={styles.over} to={{ page: deskLinks.client, params: { id } }}>
            {id}
          </PageLink>
        ),
    },
    opened: { cell: ({ opened_at: at }) => <RelativeAge at={at} /> },
    due: { cell: ({ due_at: at, is_late: isLate }) => <DueClock at={at} isLate={isLate} /> },
    claim: { onPhone: 'action', cell: (item) => <ClaimCell item={item} claims={claims} /> },
  });
}

function ClaimCell({ item, claims }: { readonly item: CaseItem; readonly claims: Claims }) {
  const { t, time } = useWords();
  const { claimed_by: by, claimed_until: until } = item;
  const isMine = claims.isMine(item);
  if (by !== null && !isMine) return t('cases.claimed', { who: by, until: until === null ? '' : time(until) });
  return (
    <span className={styles.claim}>
      {isMine && <span>{t('cases.mine', { until: until === null ? '' : time(until) })}</span>}
      <Button
        look="plain"
        size="small"
        isBusy={claims.busy === item.id}
        onClick={() => (isMine ? claims.giveBack(item) : claims.take(item))}
      >
        {t(isMine ? 'cases.release' : 'cases.take')}
      </Button>
    </span>
  );
}
