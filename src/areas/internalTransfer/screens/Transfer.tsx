import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { readAsked } from '../../../ui/money/asked.ts';
import { OtherMethods } from '../../../ui/money/OtherMethods.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { internalTransferContract } from '../contract.ts';
import { sourcesAmong } from '../rules.ts';
import { TransferForm } from './TransferForm.tsx';

/** Money between the client's own accounts and wallets. */
export default function Transfer({ query }: ScreenProps<typeof internalTransferContract.pages.form>) {
  const { t } = useWords();
  const read = useRead(internalTransferContract.calls.form, {});
  return (
    <>
      <ScreenHead title={t('page.internal')} text={t('transfer.intro')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
        {({ accounts, pm_id, unavailable }) =>
          pm_id === null || sourcesAmong(accounts).length === 0 ? (
            <Stack>
              <TooFew isOffered={pm_id !== null} />
              <OtherMethods methods={unavailable} />
            </Stack>
          ) : (
            <Columns kind="main-aside">
              <Card>
                <TransferForm fundingAccounts={accounts} asked={readAsked(query)} />
              </Card>
              <Card title={t('transfer.facts.title')}>
                <Stack>
                  <p>{t('transfer.facts.text')}</p>
                  <p>
                    <PageLink to={{ page: pageLinks.rates }}>{t('transfer.facts.rates')}</PageLink>
                  </p>
                </Stack>
              </Card>
            </Columns>
          )
        }
      </Loaded>
    </>
  );
}

/** The way to another account; where it is shut, what opens it. */
function OpenOne() {
  const { t } = useWords();
  if (useGate('open_live_account')) return <GateNotice action="open_live_account" />;
  return <LinkButton to={{ page: pageLinks.openLive }}>{t('transfer.tooFew.action')}</LinkButton>;
}

function TooFew({ isOffered }: { readonly isOffered: boolean }) {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="transfers"
        title={t(isOffered ? 'transfer.tooFew.title' : 'transfer.notOffered.title')}
        text={t(isOffered ? 'transfer.tooFew.text' : 'transfer.notOffered.text')}
        action={isOffered ? <OpenOne /> : <LinkButton to={{ page: pageLinks.transfers }}>{t('nav.history')}</LinkButton>}
      />
    </Card>
  );
}
