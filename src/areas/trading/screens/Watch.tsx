import { useState } from 'react';
import { TextField } from '../../../ui/components/Field.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { symbolGroups, type SymbolGroup, type Tick, type TradedSymbol } from '../contract.ts';
import { Change } from './Change.tsx';
import { useTicks } from './ticks.ts';
import styles from './Watch.module.css';

const mostFound = 40;

interface WatchProps {
  readonly symbols: readonly TradedSymbol[];
  readonly chosen: TradedSymbol;
  readonly onChoose: (name: string) => void;
}

/** What can be traded, by group or by what is typed, with the prices of now. */
export function Watch({ symbols, chosen, onChoose }: WatchProps) {
  const { t } = useWords();
  const [group, setGroup] = useState<SymbolGroup>(chosen.group);
  const [text, setText] = useState('');
  const shown = text.trim() === '' ? symbols.filter((symbol) => symbol.group === group) : found(symbols, text);
  const { ticks } = useTicks(shown.map(({ name }) => name));
  const groups = symbolGroups.filter((key) => symbols.some((symbol) => symbol.group === key));
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
          {t('trading.search.none')}
        </p>
      ) : (
        <ul className={styles.symbols} aria-label={t('trading.symbols')}>
          {shown.map((symbol) => (
            <li key={symbol.name}>
              <SymbolRow
                symbol={symbol}
                tick={ticks.get(symbol.name)}
                isChosen={symbol.name === chosen.name}
                onChoose={() => onChoose(symbol.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
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
