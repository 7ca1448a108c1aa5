import { useState, type FormEvent } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { cardPhases, prepaidCardsContract, type CardAtDesk } from '../contract.ts';
import styles from './Cards.module.css';
import { useCardColumns } from './columns.tsx';
import { HoldDialog } from './HoldDialog.tsx';

const { calls, deskPages: pages } = prepaidCardsContract;

/** Applications for prepaid cards and the cards that came of them: the address holds what was looked for. */
export default function Cards({ query }: ScreenProps<typeof pages.cards>) {
  const { t } = useWords();
  const open = useOpen();
  const [chosen, setChosen] = useState<CardAtDesk>();
  const phase = cardPhases.find((one) => one === query.phase);
  const search = query.search?.trim() ?? '';
  const asked = { ...(phase && { phase }), ...(search === '' ? {} : { search }) };
  const place = usePages(`${phase ?? ''} ${search}`);
  const read = useRead(
    calls.list,
    { ...asked, ...(place.after === undefined ? {} : { after: place.after }) },
    { keepsLast: true },
  );
  const columns = useCardColumns(setChosen);
  return (
    <>
      <ScreenHead
        title={t('desk.nav.prepaidCards')}
        text={t('prepaidCards.desk.text')}
        actions={<TakeAlong table="prepaidCards.list" asked={asked} name={t('desk.nav.prepaidCards')} />}
      />
      <Stack>
        <Filters
          key={`${phase ?? ''} ${search}`}
          asked={{ phase, search }}
          onFind={({ phase: wanted, search: text }) =>
            open({ page: pages.cards, query: { phase: wanted, search: text || undefined } }, { replace: true })
          }
        />
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {({ cards, next }) => (
            <Card isFlush>
              {cards.length === 0 ? (
                <p>{t('prepaidCards.desk.none')}</p>
              ) : (
                <Table label={t('desk.nav.prepaidCards')} isDense rows={cards} rowKey={({ id }) => id} columns={columns} />
              )}
              <Pager pages={place} next={next} label={t('prepaidCards.desk.pages')} />
            </Card>
          )}
        </Loaded>
      </Stack>
      {chosen && <HoldDialog card={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface Asked {
  /** Undefined: every phase. */
  readonly phase: CardAtDesk['phase'] | undefined;
  readonly search: string;
}

function Filters({ asked, onFind }: { readonly asked: Asked; readonly onFind: (asked: Asked) => void }) {
  const { t } = useWords();
  const [search, setSearch] = useState(asked.search);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onFind({ ...asked, search: search.trim() });
  };
  return (
    <form className={styles.filters} onSubmit={submit}>
      <TextField
        name="search"
        label={t('prepaidCards.desk.search')}
        maxLength={60}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField
        name="phase"
        label={t('prepaidCards.desk.phase')}
        value={asked.phase ?? ''}
        options={[
          { value: '', label: t('prepaidCards.desk.any') },
          ...cardPhases.map((one) => ({ value: one, label: t(`prepaidCards.phase.${one}`) })),
        ]}
        onChange={({ target: { value } }) => onFind({ search: search.trim(), phase: cardPhases.find((one) => one === value) })}
      />
      <Button type="submit" look="plain">
        {t('prepaidCards.desk.find')}
      </Button>
    </form>
  );
}
