import { LinkButton } from '../../../ui/components/Button.tsx';
import { Actions, Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract, type Pledge } from '../contract.ts';

/** What is pledged for one trading account, and how much of its worth is lent. */
export function OwnPledge({ pledge, currency }: { readonly pledge: Pledge; readonly currency: string }) {
  const { t, amount } = useWords();
  const { worth, lent_percent: percent, price_at: priceAt, under_way: underWay } = pledge;
  return (
    <Card title={t('goldCollateral.own', { name: pledge.name, number: String(pledge.account) })}>
      <Stack isClose>
        {pledge.waits && <Notice tone="warn">{t('goldCollateral.waits')}</Notice>}
        {!pledge.waits && pledge.level !== 'none' && (
          <Notice tone={pledge.level === 'warning' ? 'warn' : 'loss'}>{t(`goldCollateral.level.${pledge.level}`)}</Notice>
        )}
        {underWay !== null && <Notice>{t(`goldCollateral.underWay.${underWay}`)}</Notice>}
        <Facts
          items={[
            {
              key: 'weight',
              name: t('goldCollateral.pledged'),
              value: t('goldCollateral.grams', { weight: amount(pledge.weight.g, 'g') }),
            },
            {
              key: 'credit',
              name: t('goldCollateral.credit'),
              value: <Amount value={pledge.credit} currency={currency} />,
            },
            ...(worth === null
              ? []
              : [{ key: 'worth', name: t('goldCollateral.worth'), value: <Amount value={worth} currency={currency} /> }]),
            ...(percent === null
              ? []
              : [{ key: 'lent', name: t('goldCollateral.lent'), value: t('goldCollateral.percent', { percent }) }]),
            ...(priceAt === null
              ? []
              : [{ key: 'age', name: t('goldCollateral.priceAge'), value: <RelativeAge at={priceAt} /> }]),
          ]}
        />
        <Actions>
          <LinkButton
            look="plain"
            to={{ page: goldCollateralContract.pages.giveBack, query: { account: String(pledge.account) } }}
          >
            {t('page.goldReturn')}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  );
}
