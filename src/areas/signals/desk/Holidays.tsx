import { useState } from 'react';
import { signalMarkets, type SignalMarket } from '../../../law/signals.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract, type KeptHoliday } from '../contract.ts';
import styles from './Board.module.css';

const { calls, deskPages } = signalsContract;

/** Days on which a market rests: nothing is posted for its session. */
export default function Holidays() {
  const { t } = useWords();
  const read = useRead(calls.holidays, {});
  const [dialog, setDialog] = useState<'add' | KeptHoliday>();
  const columns = useColumns(setDialog);
  const close = (): void => setDialog(undefined);
  return (
    <>
      <ScreenHead
        title={t('signals.desk.holidays')}
        text={t('signals.desk.holidays.text')}
        back={
          <PageLink to={{ page: deskPages.board }}>
            <Icon name="back" size={16} />
            {t('desk.nav.signals')}
          </PageLink>
        }
      />
      <Stack>
        <div className={styles.actions}>
          <Button icon="plus" onClick={() => setDialog('add')}>
            {t('signals.desk.holiday.add')}
          </Button>
        </div>
        <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
          {({ holidays }) =>
            holidays.length === 0 ? (
              <EmptyState
                picture="documents"
                title={t('signals.desk.holidays.none')}
                text={t('signals.desk.holidays.none.text')}
              />
            ) : (
              <Card isFlush>
                <Table label={t('signals.desk.holidays')} isDense rows={holidays} rowKey={({ id }) => id} columns={columns} />
              </Card>
            )
          }
        </Loaded>
      </Stack>
      {dialog === 'add' && <AddDialog onClose={close} />}
      {dialog !== undefined && dialog !== 'add' && <RemoveDialog holiday={dialog} onClose={close} />}
    </>
  );
}

function useColumns(remove: (holiday: KeptHoliday) => void): readonly Column<KeptHoliday>[] {
  const { t, date } = useWords();
  return [
    { key: 'date', title: t('signals.desk.date'), cell: ({ date: day }) => date(`${day}T12:00:00Z`) },
    { key: 'market', title: t('signals.desk.market'), cell: ({ market }) => t(`signals.desk.market.${market}`) },
    { key: 'name', title: t('signals.desk.holiday.name'), cell: ({ name }) => name },
    { key: 'by', title: t('signals.desk.by'), cell: ({ added_by: by }) => by },
    {
      key: 'remove',
      title: '',
      onPhone: 'action',
      cell: (holiday) => (
        <Button look="plain" size="small" onClick={() => remove(holiday)}>
          {t('signals.desk.holiday.remove')}
        </Button>
      ),
    },
  ];
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const [market, setMarket] = useState<SignalMarket>('london');
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const add = useWrite(calls.addHoliday);
  return (
    <ReasonDialog
      name="signals/holiday"
      title={t('signals.desk.holiday.add')}
      verb={t('signals.desk.holiday.add.verb')}
      fields={['market', 'date', 'name']}
      onClose={onClose}
      act={(reason) => add.mutateAsync({ market, date, name, reason })}
    >
      {(errors) => (
        <div className={styles.stack}>
          <SelectField
            name="market"
            label={t('signals.desk.market')}
            error={errors['market']}
            value={market}
            onChange={({ target }) => setMarket(signalMarkets.find((each) => each === target.value) ?? market)}
            options={signalMarkets.map((value) => ({ value, label: t(`signals.desk.market.${value}`) }))}
          />
          <TextField
            name="date"
            label={t('signals.desk.date')}
            help={t('signals.desk.date.help')}
            error={errors['date']}
            value={date}
            onChange={({ target }) => setDate(target.value.trim())}
          />
          <TextField
            name="name"
            label={t('signals.desk.holiday.name')}
            error={errors['name']}
            value={name}
            maxLength={60}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
      )}
    </ReasonDialog>
  );
}

function RemoveDialog({ holiday, onClose }: { readonly holiday: KeptHoliday; readonly onClose: () => void }) {
  const { t } = useWords();
  const remove = useWrite(calls.removeHoliday);
  return (
    <ReasonDialog
      name={`signals/holiday/${holiday.id}`}
      title={t('signals.desk.holiday.remove.title', { name: holiday.name })}
      verb={t('signals.desk.holiday.remove')}
      isDanger
      onClose={onClose}
      act={(reason) => remove.mutateAsync({ id: String(holiday.id), reason })}
    />
  );
}
