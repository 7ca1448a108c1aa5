import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { transferAutomationContract } from '../contract.ts';
import { Runs } from './Runs.tsx';
import { OrderForm } from './OrderForm.tsx';
import { OwnOrders } from './OwnOrders.tsx';

const { calls, pages } = transferAutomationContract;

/** Standing orders between own accounts: those that stand, a new one, and what was done. */
export default function Orders({ query }: ScreenProps<typeof pages.orders>) {
  const { t } = useWords();
  const read = useRead(calls.list, {});
  return (
    <>
      <ScreenHead title={t('page.automation')} text={t('automation.text')} />
      <Stack>
        <GateNotice action="transfer" />
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {({ orders, accounts, most, hour }) => (
            <Columns kind="main-aside">
              <Stack>
                <OwnOrders orders={orders} />
                <Card title={t('automation.new')}>{accounts.length < 2 ? <TooFew /> : <OrderForm accounts={accounts} />}</Card>
              </Stack>
              <Card>
                <Stack>
                  <p>{t('automation.facts')}</p>
                  <p>{t('automation.facts.most', { most, hour })}</p>
                </Stack>
              </Card>
            </Columns>
          )}
        </Loaded>
        <Runs after={query.after} />
      </Stack>
    </>
  );
}

function TooFew() {
  const { t } = useWords();
  return (
    <EmptyState
      picture="transfers"
      title={t('automation.tooFew.title')}
      text={t('automation.tooFew.text')}
      action={<LinkButton to={{ page: pageLinks.openLive }}>{t('automation.tooFew.action')}</LinkButton>}
    />
  );
}
