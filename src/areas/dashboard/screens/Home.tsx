import { useClient } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { TransferTable } from '../../../ui/money/TransferTable.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { dashboardContract } from '../contract.ts';
import { Accounts } from './Accounts.tsx';
import type { Dashboard } from './dashboard.ts';
import { Beginning } from './Beginning.tsx';
import { NextStep } from './NextStep.tsx';
import { Urgent } from './Urgent.tsx';
import { Wallets } from './Wallets.tsx';
import { Worth } from './Worth.tsx';

/** The live line tells of every change at once; this is for when it is down. */
const askAgainMs = 15_000;

/** The first screen: what everything is worth, what to do next, what is under way. */
export default function Home() {
  const { t } = useWords();
  const { name } = useClient();
  const read = useRead(dashboardContract.calls.dashboard, {}, { everyMs: askAgainMs });
  return (
    <>
      <ScreenHead title={name === '' ? t('dashboard.title') : t('dashboard.hello', { name })} />
      <Loaded read={read} skeleton={<Waiting />}>
        {(data) => (
          <Stack>
            <Urgent />
            {data.next_step && <NextStep step={data.next_step} />}
            <Beginning lines={data.begin} />
            {!isEmpty(data) && (
              <Columns kind="main-aside" isLevel>
                <Worth data={data} />
                <Wallets wallets={data.wallets} />
              </Columns>
            )}
            <Accounts accounts={data.accounts} />
            {!isEmpty(data) && <Latest transfers={data.transfers} />}
            <AskTracking />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Whoever has nothing yet is shown the way, not empty shelves. */
function isEmpty({ accounts, wallets, transfers }: Dashboard): boolean {
  return accounts.live_count + accounts.demo_count + wallets.length + transfers.length === 0;
}

function Latest({ transfers }: Pick<Dashboard, 'transfers'>) {
  const { t } = useWords();
  return (
    <Card
      title={t('dashboard.transfers')}
      aside={<PageLink to={{ page: pageLinks.transfers }}>{t('dashboard.all')}</PageLink>}
      isFlush
    >
      {transfers.length > 0 ? (
        <TransferTable transfers={transfers} label={t('dashboard.transfers')} />
      ) : (
        <EmptyState picture="transfers" title={t('dashboard.transfers.none')} text={t('dashboard.transfers.none.text')} />
      )}
    </Card>
  );
}

/** Asked once: whoever has said yes or no is not asked again, and changes it on the same page. */
function AskTracking() {
  const { t } = useWords();
  const { data } = useRead(dashboardContract.calls.asks, {});
  if (!data?.asks_tracking) return null;
  return (
    <Card
      title={t('dashboard.tracking.title')}
      aside={
        <LinkButton look="plain" size="small" to={{ page: pageLinks.privacy }}>
          {t('dashboard.tracking.choose')}
        </LinkButton>
      }
    >
      <p>{t('dashboard.tracking.text')}</p>
    </Card>
  );
}

function Waiting() {
  return (
    <Stack>
      <Columns kind="main-aside" isLevel>
        <SkeletonCard lines={3} />
        <SkeletonCard lines={2} />
      </Columns>
      <SkeletonCard lines={4} />
      <SkeletonCard lines={5} />
    </Stack>
  );
}
