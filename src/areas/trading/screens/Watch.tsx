import { useState } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { IconButton } from '../../../ui/components/Button.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { symbolGroups, tradingContract, type SymbolGroup, type Tick, type TradedSymbol } from '../contract.ts';
import { Change } from './Change.tsx';
import { useTicks } from './ticks.ts';
import styles from './Watch.module.css';

const mostFound = 40;
/** The client's own list, beside the groups. */
const own = 'own';

interface WatchProps {
  readonly platform: PlatformKey;
  readonly symbols: readonly TradedSymbol[];
  readonly chosen: TradedSymbol;
  readonly onChoose: (name: string) => void;
}

/** What can be traded, by the client's own list, by group or by what is typed, with the prices of now. */
export function Watch({ platform, symbols, chosen, onChoose }: WatchProps) {
  const { t } = useWords();
  const [group, setGroup] = useState<SymbolGroup | typeof own>(chosen.group);
  const [text, setText] = useState('');
  const list = useRead(tradingContract.calls.watched, { platform }).data?.symbols ?? [];
  const shown =
    text.trim() !== ''
      ? found(symbols, text)
      : group === own
        ? inOrder(symbols, list)
        : symbols.filter((symbol) => symbol.group === group);
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
        {text.trim() === '' && (
          <div className={styles.groups} role="group" aria-label={t('trading.groups')}>
            {groups.map((key) => (
              <button key={key} type="button" aria-pressed={key === group} onClick={() => setGroup(key)}>
                {t(`trading.group.${key}`)}
              </button>
            ))}
          </div>
        )}
      </div>
      {shown.length === 0 ? (
        <p className={styles.none} role="status">
          {t(text.trim() === '' ? 'trading.watched.none' : 'trading.search.none')}
        </p>
      ) : (
        <Rows platform={platform} shown={shown} list={list} chosen={chosen} onChoose={onChoose} />
      )}
    </div>
  );
}

interface RowsProps extends Pick<WatchProps, 'platform' | 'chosen' | 'onChoose'> {
  readonly shown: readonly TradedSymbol[];
  /** The client's own list. */
  readonly list: readonly string[];
}

function Rows({ platform, shown, list, chosen, onChoose }: RowsProps) {
  const { t } = useWords();
  const keep = useWrite(tradingContract.calls.keepWatched);
  const { ticks } = useTicks(shown.map(({ name }) => name));
  return (
    <ul className={styles.symbols} aria-label={t('trading.symbols')}>
      {shown.map((symbol) => {
        const { name } = symbol;
        const isWatched = list.includes(name);
        return (
          <li key={name} className={styles.symbolItem}>
            <SymbolRow symbol={symbol} tick={ticks.get(name)} isChosen={name === chosen.name} onChoose={() => onChoose(name)} />
            <IconButton
              icon={isWatched ? 'star-full' : 'star'}
              label={t(isWatched ? 'trading.watched.out' : 'trading.watched.in', { symbol: name })}
              onClick={() => keep.mutate({ platform, symbol: name, is_watched: !isWatched })}
            />
          </li>
        );
      })}
    </ul>
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
