import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { goldContract } from '../contract.ts';
import type { Side } from '../rules.ts';
import type { GoldState } from './Gold.tsx';
import styles from './Gold.module.css';
import { MarketNotice } from './MarketNotice.tsx';
import { TradeForm, type AskedTrade } from './TradeForm.tsx';

const { calls, pages } = goldContract;
const againMs = 10_000;

/** Buying gold, or selling it: how much, then the whole price, then yes. */
export function Trade({ side, ...asked }: AskedTrade & { readonly side: Side }) {
  const { t } = useWords();
  const read = useRead(calls.trading, {}, { everyMs: againMs });
  return (
    <>
      <ScreenHead
        title={t(`page.gold.${side}`)}
        text={read.data && t(`gold.${side}.text`, { seconds: read.data.quote_seconds })}
        back={<PageLink to={{ page: pages.trading }}>{t('gold.facts.back')}</PageLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
        {(gold) => (
          <Columns kind="main-aside">
            <Card>
              <Stack>
                <MarketNotice price={gold.price} />
                {side === 'buy' && gold.wallet === null ? <NoWallet /> : <TradeForm side={side} gold={gold} asked={asked} />}
              </Stack>
            </Card>
            <Card title={t('gold.facts')}>
              <Costs side={side} gold={gold} />
            </Card>
          </Columns>
        )}
      </Loaded>
    </>
  );
}

function NoWallet() {
  const { t } = useWords();
  return (
    <Notice
      tone="warn"
      action={
        <LinkButton look="plain" to={{ page: pageLinks.internal }}>
          {t('gold.wallet.transfer')}
        </LinkButton>
      }
    >
      {t('gold.wallet.none')}
    </Notice>
  );
}

/** The price of now, and what is in it or comes to it. */
function Costs({ side, gold }: { readonly side: Side; readonly gold: GoldState }) {
  const { t } = useWords();
  const { price, currency } = gold;
  return (
    <Stack>
      {price && (
        <div>
          <Facts
            items={(['g', 'oz'] as const).map((unit) => ({
              key: unit,
              name: t(`gold.price.${side}`, { unit: t(`gold.per.${unit}`) }),
              value: <Amount value={price[side][unit]} currency={currency} />,
            }))}
          />
          <p className={styles.name}>
            {t('gold.price.age')} <RelativeAge at={price.at} />
          </p>
        </div>
      )}
      <p>{t('gold.facts.spread', { percent: gold.spread_percent })}</p>
      {side === 'buy' && (
        <p>{gold.tax_percent === '0' ? t('gold.facts.taxNone') : t('gold.facts.tax', { percent: gold.tax_percent })}</p>
      )}
    </Stack>
  );
}
