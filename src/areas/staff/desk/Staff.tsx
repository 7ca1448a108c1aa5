import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { staffContract, type Member } from '../contract.ts';
import { memberColumns } from '../rules.ts';
import { AddDialog } from './AddDialog.tsx';
import { MemberDialog } from './MemberDialog.tsx';
import { NewLink, type MadeLink } from './NewLink.tsx';
import { RoleTable } from './RoleTable.tsx';

/** The members of staff, and what each role may do. */
export default function Staff() {
  const { t } = useWords();
  const columns = useMemberColumns();
  const place = usePages();
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Member>();
  const [link, setLink] = useState<MadeLink>();
  const read = useRead(staffContract.calls.list, place.after === undefined ? {} : { after: place.after }, { keepsLast: true });
  return (
    <>
      <ScreenHead
        title={t('desk.nav.staff')}
        text={t('staff.text')}
        actions={
          <>
            <TakeAlong table="staff.members" name={t('desk.nav.staff')} />
            <Button icon="plus" onClick={() => setAdding(true)}>
              {t('staff.add')}
            </Button>
          </>
        }
      />
      <Stack>
        {link && <NewLink link={link} onClose={() => setLink(undefined)} />}
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ staff, next }) => (
            <Card isFlush>
              <Table
                label={t('desk.nav.staff')}
                isDense
                rows={staff}
                rowKey={({ staff_id: id }) => id}
                onRow={setOpened}
                columns={columns}
              />
              <Pager pages={place} next={next} label={t('staff.pages')} />
            </Card>
          )}
        </Loaded>
        <RoleTable />
      </Stack>
      {isAdding && <AddDialog onClose={() => setAdding(false)} onLink={setLink} />}
      {opened && <MemberDialog member={opened} onClose={() => setOpened(undefined)} onLink={setLink} />}
    </>
  );
}

const tones = { invited: 'warn', active: 'gain', disabled: 'still' } as const satisfies Record<Member['status'], string>;

function useMemberColumns(): readonly Column<Member>[] {
  const { t, date } = useWords();
  const declared = useDeclared();
  return declared(memberColumns, {
    status: { cell: ({ status }) => <Status tone={tones[status]}>{t(`staff.status.${status}`)}</Status> },
    factor: { isWideOnly: true },
    seen: { cell: ({ last_seen_at: at }) => (at === null ? t('staff.seen.never') : <RelativeAge at={at} />) },
    since: { isWideOnly: true, cell: ({ created_at: at }) => <time dateTime={at}>{date(at)}</time> },
  });
}
