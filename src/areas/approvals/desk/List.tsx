import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { approvalKinds, type ApprovalKind } from '../../../law/staff.ts';
import { approvalsContract, approvalStatuses } from '../contract.ts';
import { ApprovalTable } from './ApprovalTable.tsx';
import DecisionDialog, { type Opened } from './DecisionDialog.tsx';
import styles from './List.module.css';

const { calls, deskPages: pages } = approvalsContract;

/** What waits for a second person, and what was decided. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const [opened, setOpened] = useState<Opened>();
  const status = approvalStatuses.find((one) => one === query.status) ?? 'waiting';
  const kind = approvalKinds.find((one) => one === query.kind);
  const { approves } = useStaff();
  const place = usePages(`${status} ${kind ?? ''}`);
  const read = useRead(
    calls.list,
    { status, ...(kind && { kind }), ...(place.after === undefined ? {} : { after: place.after }) },
    { onFocus: true, keepsLast: true },
  );
  return (
    <>
      <ScreenHead
        title={t('desk.nav.approvals')}
        text={t('approvals.text')}
        actions={
          kind &&
          approves.includes(kind) && (
            <TakeAlong table={`approvals/${kind}`} asked={{ status }} name={t(`approvals.list.${kind}`)} />
          )
        }
      />
      <Stack>
        <Filters status={status} kind={kind} />
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

interface FiltersProps {
  readonly status: (typeof approvalStatuses)[number];
  /** Undefined: every kind. */
  readonly kind: ApprovalKind | undefined;
}

function Filters({ status, kind }: FiltersProps) {
  const { t } = useWords();
  const open = useOpen();
  const show = (query: FiltersProps): void => {
    const { kind: wanted, ...rest } = query;
    open({ page: pages.list, query: { ...rest, ...(wanted && { kind: wanted }) } }, { replace: true });
  };
  return (
    <div className={styles.choice}>
      <Choice
        label={t('approvals.status')}
        name="status"
        look="segments"
        value={status}
        options={approvalStatuses.map((one) => ({ value: one, label: t(`approvals.status.${one}`) }))}
        onChange={(next) => show({ status: next, kind })}
      />
      <SelectField
        name="kind"
        label={t('approvals.kind')}
        value={kind ?? ''}
        options={[
          { value: '', label: t('approvals.kind.any') },
          ...approvalKinds.map((one) => ({ value: one, label: t(`approvals.kind.${one}`) })),
        ]}
        onChange={({ target: { value } }) => show({ status, kind: approvalKinds.find((one) => one === value) })}
      />
    </div>
  );
}
