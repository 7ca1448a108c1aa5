import { isWeightUnit, type WeightUnit } from '../../../base/weight.ts';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount, LiveAmount } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldContract } from '../contract.ts';
import { Course } from './Course.tsx';
import styles from './Gold.module.css';
import { MarketNotice } from './MarketNotice.tsx';
import { Statement } from './Statement.tsx';
import { Weight } from './Weight.tsx';

const { calls, pages } = goldContract;
const againMs = 10_000;

/** The client's gold: how much, what it is worth, what it has cost lately and what moved. */
export default function Gold({ query }: ScreenProps<typeof pages.trading>) {
  const { t } = useWords();
  const open = useOpen();
  const unit: WeightUnit = query.unit !== undefined && isWeightUnit(query.unit) ? query.unit : 'g';
  const read = useRead(calls.trading, {}, { everyMs: againMs });
  return (
    <>
      <ScreenHead title={t('page.gold')} text={t('gold.text')} />
      <Stack>
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {(gold) => (
            <Holding
              gold={gold}
              unit={unit}
              onUnit={(next) => open({ page: pages.trading, query: { ...query, unit: next } }, { replace: true })}
            />
          )}
        </Loaded>
        <Course unit={unit} />
        <Statement unit={unit} after={query.after} />
      </Stack>
    </>
  );
}

export type GoldState = AnswerOf<typeof calls.trading>;

interface HoldingProps {
  readonly gold: GoldState;
  readonly unit: WeightUnit;
  readonly onUnit: (unit: WeightUnit) => void;
}

function Holding({ gold, unit, onUnit }: HoldingProps) {
  const { t } = useWords();
  const buy = useGate('buy_gold');
  const sell = useGate('sell_gold');
  const { price, currency } = gold;
  return (
    <Card>
      <div className={styles.head}>
        <div>
          <p className={styles.name}>{t('gold.holding')}</p>
          <Weight weight={gold.weight} unit={unit} isLarge />
        </div>
        <Choice
          label={t('gold.unit')}
          name="unit"
          look="segments"
          value={unit}
          onChange={onUnit}
          options={(['g', 'oz'] as const).map((value) => ({ value, label: t(`gold.unit.${value}`) }))}
        />
      </div>
      <div className={styles.head}>
        <div>
          <p className={styles.name}>{t(price?.is_open === false ? 'gold.value.last' : 'gold.value')}</p>
          {gold.value === null ? (
            <p>{t('gold.value.none')}</p>
          ) : (
            <LiveAmount value={gold.value} currency={currency} size="large" />
          )}
          {price && (
            <p className={styles.name}>
              {t('gold.price.age')} <RelativeAge at={price.at} />
            </p>
          )}
        </div>
        <div className={styles.actions}>
          <LinkButton look="plain" to={{ page: pageLinks.goldCollateral }}>
            {t('gold.collateral')}
          </LinkButton>
          <LinkButton look="plain" to={{ page: pageLinks.goldDelivery }}>
            {t('gold.delivery')}
          </LinkButton>
          <LinkButton look="plain" icon="withdraw" to={{ page: pages.sell }} refusal={sell?.message} isRefusalShown={false}>
            {t('page.gold.sell')}
          </LinkButton>
          <LinkButton icon="coin" to={{ page: pages.buy }} refusal={buy?.message} isRefusalShown={false}>
            {t('page.gold.buy')}
          </LinkButton>
        </div>
      </div>
      <Stack>
        <GateNotice action={['buy_gold', 'sell_gold']} />
        <MarketNotice price={price} />
        <Prices gold={gold} unit={unit} />
      </Stack>
    </Card>
  );
}

/** At which one buys and sells now, and what there is to buy with. */
function Prices({ gold, unit }: Pick<HoldingProps, 'gold' | 'unit'>) {
  const { t } = useWords();
  const { price, wallet, currency } = gold;
  const sides = price === null ? [] : (['buy', 'sell'] as const);
  return (
    <Facts
      items={[
        ...sides.map((side) => ({
          key: side,
          name: t(`gold.price.${side}`, { unit: t(`gold.per.${unit}`) }),
          value: <Amount value={price?.[side][unit] ?? ''} currency={currency} />,
        })),
        ...gold.values.map((each) => ({
          key: each.currency,
          name: t('gold.value.in', { currency: each.currency }),
          value: <Amount value={each.value} currency={each.currency} />,
        })),
        ...(wallet === null
          ? []
          : [{ key: 'wallet', name: t('gold.wallet'), value: <Amount value={wallet.balance} currency={currency} /> }]),
      ]}
    />
  );
}
