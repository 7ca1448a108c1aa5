import { useState } from 'react';
import type { Account } from '../../../protocol/account.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Tick, TradedSymbol } from '../contract.ts';
import { Change } from './Change.tsx';
import { SymbolTerms } from './SymbolTerms.tsx';
import styles from './SymbolHead.module.css';
import terminal from './Terminal.module.css';

interface SymbolHeadProps {
  readonly account: Account;
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  /** Since when prices stand still; undefined while they do not. */
  readonly since: string | undefined;
  /** Opens the list of symbols, where it is not in sight. */
  readonly onChange: (() => void) | undefined;
}

/** Which symbol is looked at, its prices, and whether its market is open. */
export function SymbolHead({ account, symbol, tick, since, onChange }: SymbolHeadProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={styles.symbolHead}>
      <div className={styles.symbolName}>
        <h2 dir="ltr">{symbol.name}</h2>
        <span className={terminal.quiet}>{symbol.description}</span>
        {tick && since === undefined && (
          <p className={terminal.quiet}>
            {t('trading.quoted')} <RelativeAge at={tick.at} />
          </p>
        )}
        {onChange && (
          <Button look="plain" size="small" icon="search" onClick={onChange}>
            {t('trading.changeSymbol')}
          </Button>
        )}
      </div>
      {tick && (
        <dl className={styles.quote}>
          <div>
            <dt>{t('trading.bid')}</dt>
            <dd>
              <Figures value={tick.bid} />
            </dd>
          </div>
          <div>
            <dt>{t('trading.ask')}</dt>
            <dd>
              <Figures value={tick.ask} />
            </dd>
          </div>
          <div>
            <dt>{t('trading.change')}</dt>
            <dd>
              <Change value={tick.change} />
            </dd>
          </div>
        </dl>
      )}
      <Button look="quiet" size="small" icon="info" onClick={() => setOpen(true)}>
        {t('trading.terms')}
      </Button>
      {since !== undefined && (
        <Notice tone="warn">
          {t('trading.pricesStill')} <RelativeAge at={since} />
        </Notice>
      )}
      {isOpen && <SymbolTerms account={account} symbol={symbol} onClose={() => setOpen(false)} />}
    </header>
  );
}
