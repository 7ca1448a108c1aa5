import { Card, Facts } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { serverName } from '../../../law/platforms.ts';
import { useTravel } from '../../../ui/page/Link.tsx';
import type { OfferedType } from '../contract.ts';

interface TermsProps {
  readonly type: OfferedType;
  readonly currency: string;
  readonly group: 'live' | 'demo';
}

/** What the chosen account costs and asks for, beside the form. */
export function Terms({ type, currency, group }: TermsProps) {
  const { t, number } = useWords();
  const { brandName } = useTravel();
  const { minDeposit } = type['_embedded'];
  const commission = type.commissionPerLot[currency] ?? '0';
  return (
    <Card title={type.displayName}>
      <Facts
        items={[
          ...(group === 'demo'
            ? []
            : [
                {
                  key: 'deposit',
                  name: t('opening.minDeposit'),
                  value: <Amount value={minDeposit.data[currency] ?? minDeposit.data['default'] ?? '0'} currency={currency} />,
                },
              ]),
          { key: 'spread', name: t('opening.spreadFrom'), value: t('opening.pips', { pips: number(type.spreadFromPips, 1) }) },
          {
            key: 'commission',
            name: t('opening.commission'),
            value: /[1-9]/.test(commission) ? <Amount value={commission} currency={currency} /> : t('opening.commission.none'),
          },
          { key: 'swaps', name: t('opening.swaps'), value: t(`opening.swaps.${type.swapFree}`) },
          {
            key: 'server',
            name: t('opening.server'),
            value: <bdi dir="ltr">{serverName({ brandName, platform: type.platform, isDemo: group === 'demo' })}</bdi>,
          },
        ]}
      />
    </Card>
  );
}
