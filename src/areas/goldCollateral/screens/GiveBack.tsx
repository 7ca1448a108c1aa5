import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract } from '../contract.ts';
import { MarketClosed, type Collateral } from './MarketClosed.tsx';
import { ReturnForm } from './ReturnForm.tsx';

const { calls, pages } = goldCollateralContract;

/** Gold that is pledged, given back: as much as the free margin of its account leaves. */
export default function GiveBackScreen({ query }: ScreenProps<typeof pages.giveBack>) {
  const { t } = useWords();
  const read = useRead(calls.internal, {});
  return (
    <>
      <ScreenHead
        title={t('page.goldReturn')}
        text={t('goldCollateral.return.text')}
        back={<PageLink to={{ page: pages.collateral }}>{t('goldCollateral.return.back')}</PageLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {(collateral) => <Chosen key={query.account} collateral={collateral} asked={query.account} />}
      </Loaded>
    </>
  );
}

/** Of the account that the address names; where it names none, of the only one, or of one to be chosen. */
function Chosen({ collateral, asked }: { readonly collateral: Collateral; readonly asked: string | undefined }) {
  const { t } = useWords();
  // What is given back whole is no pledge any more, and its form says so before it goes.
  const [pledges] = useState(collateral.pledges);
  const chosen = pledges.find(({ account }) => String(account) === asked) ?? (pledges.length === 1 ? pledges[0] : undefined);
  if (chosen) return <Returnable key={chosen.account} account={String(chosen.account)} collateral={collateral} />;
  if (pledges.length === 0)
    return (
      <EmptyState
        picture="wallet"
        title={t('goldCollateral.return.none.title')}
        text={t('goldCollateral.return.none.text')}
        action={<LinkButton to={{ page: pages.collateral }}>{t('goldCollateral.new')}</LinkButton>}
      />
    );
  return (
    <Card title={t('goldCollateral.return.choose')}>
      <Stack isClose>
        {pledges.map(({ account, name }) => (
          <LinkButton key={account} look="plain" to={{ page: pages.giveBack, query: { account: String(account) } }}>
            {t('goldCollateral.own', { name, number: String(account) })}
          </LinkButton>
        ))}
      </Stack>
    </Card>
  );
}

function Returnable({ account, collateral }: { readonly account: string; readonly collateral: Collateral }) {
  const { t } = useWords();
  const read = useRead(calls.returnable, { account });
  return (
    <Card title={t('goldCollateral.return.of', { number: account })}>
      <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
        {(left) => (
          <Stack>
            <Facts
              items={[
                {
                  key: 'credit',
                  name: t('goldCollateral.credit'),
                  value: <Amount value={left.credit} currency={left.currency} />,
                },
                { key: 'free', name: t('goldCollateral.free'), value: <Amount value={left.free} currency={left.currency} /> },
              ]}
            />
            <GateNotice action="sell_gold" />
            <MarketClosed collateral={collateral} />
            <ReturnForm left={left} isShut={collateral.is_open === false} />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
