import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Actions, Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { Timeline, type TimelineEntry } from '../../../ui/components/Timeline.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { goldDeliveryContract, type Delivery } from '../contract.ts';

const { calls } = goldDeliveryContract;

/** A delivery of the client's: how far it is, and what can be done. */
export function OwnDelivery({ delivery }: { readonly delivery: Delivery }) {
  const words = useWords();
  const { t, number, dateTime } = words;
  const pay = useWrite(calls.pay);
  const cancel = useWrite(calls.cancel);
  const bars = t('goldDelivery.bars', { count: delivery.count, weight: number(Number(delivery.size)) });
  const address = [delivery.recipient, delivery.street, delivery.postcode, delivery.town, delivery.country];
  const one = { delivery_id: delivery.id };
  return (
    <Card title={t('goldDelivery.own', { bars })}>
      <Stack isClose>
        {delivery.pay_by !== null && <Notice tone="warn">{t('goldDelivery.unpaid', { time: dateTime(delivery.pay_by) })}</Notice>}
        <Facts
          items={[
            {
              key: 'total',
              name: t('goldDelivery.total'),
              value: <Amount value={delivery.total} currency={delivery.currency} />,
            },
            { key: 'address', name: t('goldDelivery.address'), value: address.filter((line) => line !== '').join(', ') },
            ...(delivery.serials.length === 0
              ? []
              : [{ key: 'serials', name: t('goldDelivery.serials'), value: delivery.serials.join(', ') }]),
            ...(delivery.tracking === null
              ? []
              : [{ key: 'tracking', name: t('goldDelivery.tracking'), value: `${delivery.carrier} ${delivery.tracking}` }]),
          ]}
        />
        <Timeline label={t('goldDelivery.timeline')} entries={entriesOf(delivery, words)} />
        <WriteFailure failure={pay.error ?? cancel.error} />
        {delivery.may_cancel && (
          <Actions>
            <Button look="plain" isBusy={cancel.isPending} onClick={() => cancel.mutate(one)}>
              {t('goldDelivery.cancel')}
            </Button>
            {delivery.phase === 'requested' && (
              <Button isBusy={pay.isPending} onClick={() => pay.mutate(one)}>
                {t('goldDelivery.pay')}
              </Button>
            )}
          </Actions>
        )}
      </Stack>
    </Card>
  );
}

/** Each phase that was reached, the one that it is in, and those to come; of one that ended otherwise, how. */
function entriesOf(delivery: Delivery, { t }: Words): readonly TimelineEntry[] {
  const { phase } = delivery;
  const way = [
    { key: 'requested', at: delivery.requested_at },
    { key: 'paid', at: delivery.paid_at },
    { key: 'allocated', at: delivery.allocated_at },
    { key: 'shipped', at: delivery.shipped_at },
  ] as const;
  const reached = way.filter(({ at }) => at !== null);
  const done = reached.map(({ key, at }, index): TimelineEntry => ({
    key,
    title: t(`goldDelivery.phase.${key}`),
    state: phase === key && index === reached.length - 1 ? 'now' : 'done',
    at: at ?? undefined,
  }));
  const at = delivery.ended_at ?? undefined;
  if (phase === 'cancelled' || phase === 'returned')
    return [...done, { key: phase, title: t(`goldDelivery.phase.${phase}`), state: 'stopped', at }];
  const next = way
    .slice(reached.length)
    .map(({ key }): TimelineEntry => ({ key, title: t(`goldDelivery.phase.${key}`), state: 'next' }));
  const state = phase === 'delivered' ? 'done' : 'next';
  return [...done, ...next, { key: 'delivered', title: t('goldDelivery.phase.delivered'), state, at }];
}
