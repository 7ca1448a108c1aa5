import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { approvalsContract, approvalStatuses } from '../contract.ts';
import { ApprovalTable } from './ApprovalTable.tsx';
import DecisionDialog, { type Opened } from './DecisionDialog.tsx';
import styles from './List.module.css';

const { calls, deskPages: pages } = approvalsContract;

/** What waits for a second person, and what was decided. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const open = useOpen();
  const [opened, setOpened] = useState<Opened>();
  const status = approvalStatuses.find((one) => one === query.status) ?? 'waiting';
  const place = usePages(status);
  const read = useRead(
    calls.list,
    { status, ...(place.after === undefined ? {} : { after: place.after }) },
    { onFocus: true, keepsLast: true },
  );
  return (
    <>
      <ScreenHead title={t('desk.nav.approvals')} text={t('approvals.text')} />
      <Stack>
        <div className={styles.choice}>
          <Choice
            label={t('approvals.status')}
            name="status"
            look="segments"
            value={status}
            options={approvalStatuses.map((one) => ({ value: one, label: t(`approvals.status.${one}`) }))}
            onChange={(next) => open({ page: pages.list, query: { status: next } }, { replace: true })}
          />
        </div>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {({ approvals, next }) => (
            <Card isFlush>
              {approvals.length === 0 ? (
                <EmptyState picture="documents" title={t('approvals.none.title')} text={t('approvals.none.text')} />
              ) : (
                <ApprovalTable approvals={approvals} onOpen={setOpened} label={t(`approvals.status.${status}`)} />
              )}
              <Pager pages={place} next={next} label={t('approvals.pages')} />
            </Card>
          )}
        </Loaded>
      </Stack>
      {opened && <DecisionDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
