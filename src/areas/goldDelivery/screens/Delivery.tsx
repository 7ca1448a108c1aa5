import { useRead } from '../../../ui/api/reads.ts';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { goldDeliveryContract } from '../contract.ts';
import { DeliveryForm, type DeliveryInfo } from './DeliveryForm.tsx';
import { OwnDelivery } from './OwnDelivery.tsx';

const { calls } = goldDeliveryContract;

/** Gold brought home in bars: what it costs, asking for it, and where what was asked for is. */
export default function Delivery() {
  const { t } = useWords();
  const read = useRead(calls.info, {});
  return (
    <>
      <ScreenHead
        title={t('page.goldDelivery')}
        text={t('goldDelivery.text')}
        back={<PageLink to={{ page: pageLinks.gold }}>{t('goldDelivery.back')}</PageLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {(info) => (
          <Columns kind="main-aside">
            <Stack>
              {info.deliveries.map((delivery) => (
                <OwnDelivery key={delivery.id} delivery={delivery} />
              ))}
              <Card title={t('goldDelivery.new')}>
                <Stack>
                  <GateNotice action="sell_gold" />
                  <DeliveryForm info={info} />
                </Stack>
              </Card>
            </Stack>
            <Card title={t('goldDelivery.costs')}>
              <Costs info={info} />
            </Card>
          </Columns>
        )}
      </Loaded>
    </>
  );
}

function Costs({ info }: { readonly info: DeliveryInfo }) {
  const { t, amount } = useWords();
  const { currency } = info;
  const money = (value: string) => <Amount value={value} currency={currency} />;
  return (
    <Stack>
      <Facts
        items={[
          { key: 'held', name: t('goldDelivery.held'), value: t('goldDelivery.grams', { weight: amount(info.held, 'g') }) },
          ...(info.wallet === null ? [] : [{ key: 'wallet', name: t('goldDelivery.wallet'), value: money(info.wallet) }]),
          { key: 'shipping', name: t('goldDelivery.shipping'), value: money(info.shipping) },
        ]}
      />
      <p>{t('goldDelivery.making')}</p>
      <p>{t('goldDelivery.insurance.text', { percent: info.insurance_percent })}</p>
      <p>{t('goldDelivery.clock', { hours: info.promised_hours })}</p>
    </Stack>
  );
}
