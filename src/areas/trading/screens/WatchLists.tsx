import { useRef, useState } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button, IconButton } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { mostWatchlists, tradingContract, type Watchlist } from '../contract.ts';
import styles from './Watch.module.css';

interface WatchListsProps {
  readonly platform: PlatformKey;
  readonly lists: readonly Watchlist[];
  readonly nameOf: (list: Pick<Watchlist, 'name'>) => string;
}

/** Begins, names, orders and takes away lists, and orders what stands in the chosen one. */
export default function WatchLists({ platform, lists, nameOf }: WatchListsProps) {
  const { t } = useWords();
  const place = useRef<HTMLUListElement>(null);
  const move = useWrite(tradingContract.calls.moveWatchlist);
  const [asked, setAsked] = useState<{ readonly id: number; readonly what: 'name' | 'remove' }>();
  const done = (): void => {
    setAsked(undefined);
    // What was pressed is gone: the reader goes on at the lists.
    place.current?.focus();
  };
  const chosen = lists.find((each) => each.is_chosen);
  return (
    <div className={styles.lists}>
      <WriteFailure failure={move.error} />
      {lists.length === 0 && <p>{t('trading.lists.none')}</p>}
      <ul ref={place} tabIndex={-1} className={styles.items} aria-label={t('trading.lists')}>
        {lists.map((list, at) => (
          <li key={list.id}>
            <div className={styles.item}>
              <span className={styles.itemName}>
                <bdi>{nameOf(list)}</bdi>
                <span className={styles.rowNote}>{t('trading.list.count', { count: list.symbols.length })}</span>
              </span>
              <Movers name={nameOf(list)} at={at} of={lists.length} onMove={(to) => move.mutate({ id: list.id, place: to })} />
              <IconButton
                icon="settings"
                label={t('trading.list.rename', { list: nameOf(list) })}
                onClick={() => setAsked({ id: list.id, what: 'name' })}
              />
              <IconButton
                icon="close"
                label={t('trading.list.remove', { list: nameOf(list) })}
                onClick={() => setAsked({ id: list.id, what: 'remove' })}
              />
            </div>
            {asked?.id === list.id && asked.what === 'name' && <Rename list={list} onDone={done} />}
            {asked?.id === list.id && asked.what === 'remove' && <Remove list={list} name={nameOf(list)} onDone={done} />}
          </li>
        ))}
      </ul>
      <NewList
        platform={platform}
        refusal={lists.length >= mostWatchlists ? t('trading.lists.most', { most: mostWatchlists }) : undefined}
      />
      {chosen && chosen.symbols.length > 1 && <SymbolOrder list={chosen} name={nameOf(chosen)} />}
    </div>
  );
}

interface MoversProps {
  readonly name: string;
  readonly at: number;
  readonly of: number;
  readonly onMove: (to: number) => void;
}

/** One place up or down. At an end the button stays where it is and does nothing, so that whoever presses it again loses no place. */
function Movers({ name, at, of, onMove }: MoversProps) {
  const { t } = useWords();
  return (
    <>
      <IconButton
        icon="up"
        label={t('trading.list.up', { name })}
        aria-disabled={at === 0 || undefined}
        onClick={() => at > 0 && onMove(at - 1)}
      />
      <IconButton
        icon="down"
        label={t('trading.list.down', { name })}
        aria-disabled={at === of - 1 || undefined}
        onClick={() => at < of - 1 && onMove(at + 1)}
      />
    </>
  );
}

function Rename({ list, onDone }: { readonly list: Watchlist; readonly onDone: () => void }) {
  const { t } = useWords();
  const rename = useWrite(tradingContract.calls.renameWatchlist);
  const form = useForm({
    name: `trading.list.name.${list.id}`,
    form: tradingContract.forms.listName,
    initial: { name: list.name ?? '' },
    supply: () => ({ id: list.id }),
    submit: async (sent) => {
      await rename.mutateAsync(sent);
      onDone();
    },
  });
  return <PlainForm form={form} given={{}} verb={t('trading.list.save')} />;
}

/** A list with something in it is worth a second thought. */
function Remove({ list, name, onDone }: { readonly list: Watchlist; readonly name: string; readonly onDone: () => void }) {
  const { t } = useWords();
  const remove = useWrite(tradingContract.calls.removeWatchlist);
  return (
    <div className={styles.ask}>
      <WriteFailure failure={remove.error} />
      <p>{t('trading.list.remove.ask', { list: name, count: list.symbols.length })}</p>
      <div className={styles.askDo}>
        <Button look="plain" size="small" onClick={onDone}>
          {t('trading.back')}
        </Button>
        <Button
          look="danger"
          size="small"
          isBusy={remove.isPending}
          onClick={() => remove.mutate({ id: list.id }, { onSuccess: onDone })}
        >
          {t('trading.list.remove.do')}
        </Button>
      </div>
    </div>
  );
}

function NewList({ platform, refusal }: { readonly platform: PlatformKey; readonly refusal: string | undefined }) {
  const { t } = useWords();
  const create = useWrite(tradingContract.calls.createWatchlist);
  const form = useForm({
    name: `trading.list.new.${platform}`,
    form: tradingContract.forms.newList,
    initial: { name: '' },
    supply: () => ({ platform }),
    submit: async (sent) => {
      await create.mutateAsync(sent);
      form.reset();
    },
  });
  return (
    <>
      {refusal !== undefined && <p>{refusal}</p>}
      <PlainForm form={form} given={{}} verb={t('trading.list.create')} refusal={refusal} />
    </>
  );
}

/** In which order its symbols stand. */
function SymbolOrder({ list, name }: { readonly list: Watchlist; readonly name: string }) {
  const { t } = useWords();
  const move = useWrite(tradingContract.calls.moveWatched);
  const label = t('trading.list.order', { list: name });
  return (
    <section aria-label={label}>
      <h3 className={styles.orderHead}>{label}</h3>
      <WriteFailure failure={move.error} />
      <ul className={styles.items}>
        {list.symbols.map((symbol, at) => (
          <li key={symbol} className={styles.item}>
            <bdi dir="ltr" className={styles.itemName}>
              {symbol}
            </bdi>
            <Movers
              name={symbol}
              at={at}
              of={list.symbols.length}
              onMove={(to) => move.mutate({ id: list.id, symbol, place: to })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
