import { useState } from 'react';
import { amountText } from '../../../base/amount.ts';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useStill } from '../../../ui/form/still.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type TradedSymbol } from '../contract.ts';
import { checkLots } from '../rules.ts';
import { LotsField } from './LotsField.tsx';
import { SideChoice } from './SideChoice.tsx';
import { useTicks } from './ticks.ts';
import terminal from './Terminal.module.css';
import styles from './Ticket.module.css';

const typingMs = 300;

interface TermsProps {
  readonly account: Account;
  readonly symbol: TradedSymbol;
}

type Terms = AnswerOf<(typeof tradingContract)['calls']['terms']>;

/** What one has to know of a symbol before trading it, and what a volume of it would ask of the account. */
export function SymbolTerms({ account, symbol, onClose }: TermsProps & { readonly onClose: () => void }) {
  const { t } = useWords();
  const read = useRead(tradingContract.calls.terms, { symbol: symbol.name, account: account.number });
  return (
    <Dialog isOpen onClose={onClose} title={t('trading.terms.title', { symbol: symbol.name })}>
      <div className={styles.ticket}>
        <Loaded read={read}>{(terms) => <TermsOf terms={terms} />}</Loaded>
        <Calculator account={account} symbol={symbol} />
      </div>
    </Dialog>
  );
}

/** A line of how many nights are free, and what each behind them costs; none where the right is not had. */
function nightsFree({ t }: Words, free: Terms['swap_free']) {
  if (free === null) return [];
  const value = (
    <>
      {t('trading.terms.nightsFree.value', { nights: free.nights })} <Amount value={free.fee} currency={free.currency} />
    </>
  );
  return [{ key: 'swapFree', name: t('trading.terms.nightsFree'), value }];
}

function TermsOf({ terms }: { readonly terms: Terms }) {
  const words = useWords();
  const { t, number } = words;
  const { symbol, spread, swap, margin, currency, as_of: asOf } = terms;
  const cost = (of: { readonly points: string; readonly money: string } | undefined | null) =>
    of ? (
      <>
        {t('trading.terms.points', { points: number(of.points, of.points.includes('.') ? 2 : 0) })} ·{' '}
        <Figures value={of.money} currency={currency} kind="gain" />
      </>
    ) : (
      t('trading.terms.untold')
    );
  const night = (of: Parameters<typeof cost>[0]) => (terms.is_swap_free ? t('trading.terms.swapFree') : cost(of));
  return (
    <>
      <Facts
        items={[
          {
            key: 'size',
            name: t('trading.terms.size'),
            value: t('trading.terms.size.value', {
              size: number(symbol.contract_size, symbol.contract_size.split('.')[1]?.length ?? 0),
              currency: symbol.currency_base,
            }),
          },
          { key: 'spread', name: t('trading.terms.spread'), value: cost(spread && { ...spread, money: `-${spread.money}` }) },
          { key: 'long', name: t('trading.terms.swapLong'), value: night(swap?.long) },
          { key: 'short', name: t('trading.terms.swapShort'), value: night(swap?.short) },
          ...(typeof swap?.triple_day === 'number'
            ? [{ key: 'triple', name: t('trading.terms.triple'), value: dayOf(words, swap.triple_day) }]
            : []),
          ...nightsFree(words, terms.swap_free),
          { key: 'leverage', name: t('trading.terms.leverage'), value: <bdi dir="ltr">1:{terms.leverage}</bdi> },
          {
            key: 'margin',
            name: margin ? t('trading.terms.margin', { lots: margin.lots }) : t('trading.marginNeeded'),
            value: margin ? <Amount value={margin.amount} currency={margin.currency} /> : t('trading.terms.untold'),
          },
          { key: 'hours', name: t('trading.terms.hours'), value: <Hours sessions={terms.sessions} /> },
        ]}
      />
      {asOf !== null && (
        <p className={terminal.quiet}>
          {t('trading.terms.asOf')} <RelativeAge at={asOf} />
        </p>
      )}
    </>
  );
}

function Hours({ sessions }: Pick<Terms, 'sessions'>) {
  const words = useWords();
  if (sessions.length === 0) return words.t('trading.terms.untold');
  return (
    <ul>
      {sessions.map(({ day, from, to }) => (
        <li key={`${day}/${from}`}>
          {dayOf(words, day)} <bdi dir="ltr">{`${from}–${to}`}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A day of the week, 0 for Sunday, in the reader's words. */
function dayOf({ tag }: Words, day: number): string {
  // The fourth of January 1970 was one.
  return new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)));
}

/** What a volume would ask of the account at the prices now; nothing is done. */
function Calculator({ account, symbol }: TermsProps) {
  const { t } = useWords();
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [typed, setTyped] = useState(symbol.lots_min);
  const tick = useTicks([symbol.name]).ticks.get(symbol.name);
  const lots = useStill(amountText(typed), typingMs);
  const verdict = checkLots(amountText(typed), symbol);
  const read = useRead(
    tradingContract.calls.margin,
    { account: account.number, symbol: symbol.name, side, lots },
    { enabled: verdict.ok && lots === amountText(typed) },
  );
  const amount = (value: string | undefined) =>
    value === undefined || !verdict.ok ? '–' : <Amount value={value} currency={account.currency} />;
  const error = verdict.ok
    ? undefined
    : t('trading.lots.wrong', { min: symbol.lots_min, max: symbol.lots_max, step: symbol.lots_step });
  return (
    <section className={styles.ticket} aria-label={t('trading.calculator')}>
      <h3>{t('trading.calculator')}</h3>
      <SideChoice name="calculator-side" side={side} tick={tick} onSide={setSide} />
      <LotsField label={t('trading.calculator.lots')} value={typed} limits={symbol} error={error} onLots={setTyped} />
      <Facts
        items={[
          { key: 'margin', name: t('trading.marginNeeded'), value: amount(read.data?.margin) },
          { key: 'free', name: t('trading.marginFree'), value: amount(read.data?.margin_free) },
          { key: 'after', name: t('trading.marginAfter'), value: amount(read.data?.margin_free_after) },
        ]}
      />
    </section>
  );
}
