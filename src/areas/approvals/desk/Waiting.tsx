import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { approvalsContract } from '../contract.ts';
import { ApprovalTable } from './ApprovalTable.tsx';
import type { Opened } from './DecisionDialog.tsx';

/** Loaded when one is opened: the first page is the lighter for it. */
const DecisionDialog = lazy(() => import('./DecisionDialog.tsx'));

const { calls, deskPages: pages } = approvalsContract;

/** On the first page: what waits for whoever is signed in to decide. */
export default function Waiting() {
  const { t } = useWords();
  const [opened, setOpened] = useState<Opened>();
  const read = useRead(calls.list, { status: 'waiting' }, { onFocus: true });
  return (
    <Loaded read={read}>
      {({ approvals }) => {
        const mine = approvals.filter((approval) => approval.can_decide);
        return (
          <Card
            title={t('approvals.waiting')}
            aside={<PageLink to={{ page: pages.list }}>{t('approvals.all')}</PageLink>}
            isFlush
          >
            {mine.length === 0 ? (
              <EmptyState picture="documents" title={t('approvals.none.title')} text={t('approvals.none.text')} />
            ) : (
              <ApprovalTable approvals={mine} onOpen={setOpened} isBrief label={t('approvals.waiting')} />
            )}
            <Suspense>{opened && <DecisionDialog opened={opened} onClose={() => setOpened(undefined)} />}</Suspense>
          </Card>
        );
      }}
    </Loaded>
  );
}
