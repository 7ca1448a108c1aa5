import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { TransferTable } from '../../../ui/money/TransferTable.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { transfersContract } from '../contract.ts';

/** What is under way, and the latest of what has ended. */
export default function Overview() {
  const { t } = useWords();
  const [deposit, transfer] = [useGate('deposit'), useGate('transfer')];
  const read = useRead(transfersContract.calls.overview, {}, { everyMs: 30_000 });
  return (
    <>
      <ScreenHead
        title={t('page.transfers')}
        text={t('history.overview.text')}
        actions={
          <>
            <LinkButton
              look="plain"
              icon="transfer"
              to={{ page: pageLinks.internal }}
              refusal={transfer?.message}
              isRefusalShown={false}
            >
              {t('nav.transfer')}
            </LinkButton>
            <LinkButton icon="deposit" to={{ page: pageLinks.deposit }} refusal={deposit?.message} isRefusalShown={false}>
              {t('nav.deposit')}
            </LinkButton>
          </>
        }
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ under_way: underWay, recent }) => (
          <Stack>
            <GateNotice action="deposit" />
            {underWay.length > 0 && (
              <Card title={t('history.overview.underWay')} isFlush>
                <TransferTable transfers={underWay} label={t('history.overview.underWay')} />
              </Card>
            )}
            <Card
              title={t('history.overview.recent')}
              aside={<PageLink to={{ page: transfersContract.pages.list }}>{t('history.overview.all')}</PageLink>}
              isFlush
            >
              {recent.length > 0 ? (
                <TransferTable transfers={recent} label={t('history.overview.recent')} />
              ) : (
                <NothingYet isEmpty={underWay.length === 0 && !deposit} />
              )}
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Whoever has nothing at all is shown the way to a first transfer, where there is one. */
function NothingYet({ isEmpty }: { readonly isEmpty: boolean }) {
  const { t } = useWords();
  return (
    <EmptyState
      picture="transfers"
      title={t('history.empty.title')}
      text={t('history.empty.text')}
      action={isEmpty && <LinkButton to={{ page: pageLinks.deposit }}>{t('nav.deposit')}</LinkButton>}
    />
  );
}
