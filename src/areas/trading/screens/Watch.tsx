import { useState } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { IconButton } from '../../../ui/components/Button.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { ErrorState, WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { symbolGroups, tradingContract, type SymbolGroup, type Tick, type TradedSymbol, type Watchlist } from '../contract.ts';
import { Change } from './Change.tsx';
import { useTicks } from './ticks.ts';
import { ListChoice } from './ListChoice.tsx';
import styles from './Watch.module.css';

const mostFound = 40;
/** The client's own lists, beside the groups. */
const own = 'own';

interface WatchProps {
  readonly platform: PlatformKey;
  readonly symbols: readonly TradedSymbol[];
  readonly chosen: TradedSymbol;
  readonly onChoose: (name: string) => void;
}

/** What can be traded, by a list of the client's own, by group or by what is typed, with the prices of now. */
export function Watch({ platform, symbols, chosen, onChoose }: WatchProps) {
  const { t } = useWords();
  const [seen, setSeen] = useState<SymbolGroup | typeof own>();
  const [text, setText] = useState('');
  const read = useRead(tradingContract.calls.watchlists, { platform });
  const lists = read.data?.lists ?? [];
  const list = lists.find((each) => each.is_chosen);
  // It opens on the client's own list where there is something in it, and stays with what it has opened.
  if (seen === undefined && !read.isPending) setSeen(list && list.symbols.length > 0 ? own : chosen.group);
  const isSearch = text.trim() !== '';
  const shown = isSearch
    ? found(symbols, text)
    : seen === own
      ? inOrder(symbols, list?.symbols ?? [])
      : symbols.filter((symbol) => symbol.group === seen);
  const groups: readonly (SymbolGroup | typeof own)[] = [
    own,
    ...symbolGroups.filter((key) => symbols.some((symbol) => symbol.group === key)),
  ];
  return (
    <div className={styles.watch}>
      <div className={styles.watchHead}>
        <TextField
          label={t('trading.search')}
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {!isSearch && (
          <div className={styles.groups} role="group" aria-label={t('trading.groups')}>
            {groups.map((key) => (
              <button key={key} type="button" aria-pressed={key === seen} onClick={() => setSeen(key)}>
                {t(key === own ? 'trading.lists' : `trading.group.${key}`)}
              </button>
            ))}
          </div>
        )}
        {!isSearch && seen === own && read.data && <ListChoice platform={platform} lists={lists} />}
      </div>
      {!isSearch && seen === own && read.error && !read.data ? (
        <ErrorState failure={read.error} onRetry={() => void read.refetch()} />
      ) : (
        (isSearch || seen) && (
          <Rows platform={platform} shown={shown} list={list} chosen={chosen} onChoose={onChoose}>
            {t(isSearch ? 'trading.search.none' : 'trading.watched.none')}
          </Rows>
        )
      )}
    </div>
  );
}

interface RowsProps extends Pick<WatchProps, 'platform' | 'chosen' | 'onChoose'> {
  readonly shown: readonly TradedSymbol[];
  /** Into which a star takes a symbol; the first is begun where there is none. */
  readonly list: Watchlist | undefined;
  /** What is said where there are none. */
  readonly children: string;
}

function Rows({ platform, shown, list, chosen, onChoose, children }: RowsProps) {
  const { t } = useWords();
  const keep = useWrite(tradingContract.calls.keepWatched);
  const { ticks } = useTicks(shown.map(({ name }) => name));
  const star = (symbol: string, isWatched: boolean): void =>
    keep.mutate({ platform, symbol, is_watched: isWatched, ...(list ? { id: list.id } : {}) });
  return (
    <>
      {keep.error && (
        <div className={styles.none}>
          <WriteFailure failure={keep.error} />
        </div>
      )}
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          {children}
        </p>
      )}
      {shown.length > 0 && (
        <ul className={styles.symbols} aria-label={t('trading.symbols')}>
          {shown.map((symbol) => {
            const { name } = symbol;
            const isWatched = list?.symbols.includes(name) ?? false;
            const label = { symbol: name, list: list?.name ?? t('trading.list.first') };
            return (
              <li key={name} className={styles.symbolItem}>
                <SymbolRow
                  symbol={symbol}
                  tick={ticks.get(name)}
                  isChosen={name === chosen.name}
                  onChoose={() => onChoose(name)}
                />
                <IconButton
                  icon={isWatched ? 'star-full' : 'star'}
                  label={t(isWatched ? 'trading.watched.out' : 'trading.watched.in', label)}
                  onClick={() => star(name, !isWatched)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function inOrder(symbols: readonly TradedSymbol[], names: readonly string[]): readonly TradedSymbol[] {
  return names.flatMap((name) => symbols.find((symbol) => symbol.name === name) ?? []);
}

/** Names that begin with it first, then whatever contains it. */
function found(symbols: readonly TradedSymbol[], text: string): readonly TradedSymbol[] {
  const wanted = text.trim().toLowerCase().replaceAll('/', '');
  const begins = symbols.filter((symbol) => symbol.name.toLowerCase().startsWith(wanted));
  const contains = symbols.filter(
    (symbol) => !begins.includes(symbol) && `${symbol.name} ${symbol.description}`.toLowerCase().includes(wanted),
  );
  return [...begins, ...contains].slice(0, mostFound);
}

interface SymbolRowProps {
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function SymbolRow({ symbol, tick, isChosen, onChoose }: SymbolRowProps) {
  const { t } = useWords();
  return (
    <button type="button" className={styles.symbolRow} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.rowName}>
        <bdi dir="ltr">{symbol.name}</bdi>
        <span className={styles.rowNote}>
          {tick && !tick.is_open ? t('trading.closed') : <Change value={tick?.change ?? null} />}
        </span>
      </span>
      <span className={styles.rowPrices}>
        <span>
          <span className="only-heard">{t('trading.bid')} </span>
          {tick ? <Figures value={tick.bid} /> : '–'}
        </span>
        <span>
          <span className="only-heard">{t('trading.ask')} </span>
          {tick ? <Figures value={tick.ask} /> : '–'}
        </span>
      </span>
    </button>
  );
}
