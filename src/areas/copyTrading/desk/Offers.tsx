import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { copyTradingContract, type DeskOffer } from '../contract.ts';

const { calls } = copyTradingContract;

/** What signals of each strategy cost. */
export default function Offers() {
  const { t } = useWords();
  const read = useRead(calls.offers, {});
  const [chosen, setChosen] = useState<DeskOffer>();
  const columns = useColumns(setChosen);
  return (
    <>
      <ScreenHead title={t('desk.nav.copyTrading')} text={t('copyTrading.desk.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ offers }) =>
          offers.length === 0 ? (
            <EmptyState picture="chart" title={t('copyTrading.desk.none')} text={t('copyTrading.desk.none.text')} />
          ) : (
            <Card isFlush>
              <Table label={t('desk.nav.copyTrading')} isDense rows={offers} rowKey={({ id }) => id} columns={columns} />
            </Card>
          )
        }
      </Loaded>
      {chosen && <OfferDialog offer={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function useColumns(choose: (offer: DeskOffer) => void): readonly Column<DeskOffer>[] {
  const { t, money, number } = useWords();
  return [
    { key: 'name', title: t('copyTrading.desk.strategy'), cell: ({ name, id }) => `${name} · ${id}` },
    { key: 'provider', title: t('copyTrading.desk.provider'), cell: ({ provider }) => provider },
    { key: 'profit', title: t('copyTrading.desk.profit'), isFigures: true, cell: ({ profit }) => number(profit, 2) },
    { key: 'subscribers', title: t('copyTrading.desk.subscribers'), isFigures: true, cell: ({ subscribers }) => subscribers },
    {
      key: 'price',
      title: t('copyTrading.desk.price'),
      isFigures: true,
      cell: ({ price }) => (price === null ? t('copyTrading.desk.not') : money(price, 'USD')),
    },
    {
      key: 'change',
      title: '',
      onPhone: 'action',
      cell: (offer) => (
        <Button look="plain" size="small" onClick={() => choose(offer)}>
          {t('copyTrading.desk.change')}
        </Button>
      ),
    },
  ];
}

function OfferDialog({ offer, onClose }: { readonly offer: DeskOffer; readonly onClose: () => void }) {
  const { t } = useWords();
  const set = useWrite(calls.offer);
  const [price, setPrice] = useState(offer.price ?? '');
  return (
    <ReasonDialog
      name={`signal-offer/${offer.id}`}
      title={t('copyTrading.desk.change.title', { name: offer.name })}
      verb={t('copyTrading.desk.change')}
      fields={['price']}
      onClose={onClose}
      act={(reason) => set.mutateAsync({ id: offer.id, reason, ...(price.trim() === '' ? {} : { price }) })}
    >
      {(errors) => (
        <TextField
          name="price"
          label={t('copyTrading.desk.price')}
          help={t('copyTrading.desk.price.help')}
          error={errors['price']}
          isOptional
          inputMode="decimal"
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
      )}
    </ReasonDialog>
  );
}
