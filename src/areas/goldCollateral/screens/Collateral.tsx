import { useRead } from '../../../ui/api/reads.ts';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { goldCollateralContract } from '../contract.ts';
import { MarketClosed, type Collateral } from './MarketClosed.tsx';
import { Orders } from './Orders.tsx';
import { OwnPledge } from './OwnPledge.tsx';
import { PledgeForm } from './PledgeForm.tsx';

const { calls } = goldCollateralContract;
const againMs = 15_000;

/** Gold pledged for credit on trading accounts: what stands, how much of its worth is lent, pledging more, and what moved. */
export default function CollateralScreen() {
  const { t } = useWords();
  const read = useRead(calls.internal, {}, { everyMs: againMs });
  return (
    <>
      <ScreenHead
        title={t('page.goldCollateral')}
        text={t('goldCollateral.text')}
        back={<PageLink to={{ page: pageLinks.gold }}>{t('goldCollateral.back')}</PageLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {(collateral) => (
          <Columns kind="main-aside">
            <Stack>
              {collateral.pledges.map((pledge) => (
                <OwnPledge key={pledge.account} pledge={pledge} currency={collateral.currency} />
              ))}
              <Card title={t('goldCollateral.new')}>
                <Stack>
                  <GateNotice action="buy_gold" />
                  <MarketClosed collateral={collateral} />
                  <PledgeForm collateral={collateral} />
                </Stack>
              </Card>
              {collateral.orders.length > 0 && <Orders collateral={collateral} />}
            </Stack>
            <Card title={t('goldCollateral.terms')}>
              <Terms collateral={collateral} />
            </Card>
          </Columns>
        )}
      </Loaded>
    </>
  );
}

function Terms({ collateral }: { readonly collateral: Collateral }) {
  const { t } = useWords();
  return (
    <Stack>
      <p>{t('goldCollateral.terms.haircut', { percent: collateral.haircut_percent })}</p>
      <p>{t('goldCollateral.terms.credit')}</p>
      <p>{t('goldCollateral.terms.warning', { percent: collateral.warning_percent })}</p>
      <p>{t('goldCollateral.terms.call', { percent: collateral.call_percent })}</p>
      <p>{t('goldCollateral.terms.sale', { percent: collateral.sale_percent })}</p>
      <p>{t('goldCollateral.terms.loss')}</p>
      <p>{t('goldCollateral.terms.closed')}</p>
    </Stack>
  );
}
