import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallFailure } from '../../../ui/api/failure.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { LiveAmount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { useWidth } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import type { tradingContract } from '../contract.ts';
import { KindChoice } from './KindChoice.tsx';
import { useFeed, useShown } from './ticks.ts';
import styles from './AccountBar.module.css';

export type PositionsRead = UseQueryResult<AnswerOf<(typeof tradingContract)['calls']['positions']>, CallFailure>;

interface AccountBarProps {
  readonly account: Account;
  /** All accounts of its kind. */
  readonly list: readonly Account[];
  readonly positions: PositionsRead;
  readonly onChoose: (choice: { readonly login?: number; readonly isDemo: boolean }) => void;
}

/** Which account is traded, and what it holds now. */
export function AccountBar({ account, list, positions, onChoose }: AccountBarProps) {
  const { t } = useWords();
  const nameOf = ({ number, name, title }: Account): string =>
    t('trading.account.name', { number: String(number), title: name === '' ? title : name });
  return (
    <section className={styles.bar} aria-label={t('trading.account')} data-demo={account.is_demo || undefined}>
      <div className={styles.picker}>
        <KindChoice isDemo={account.is_demo} onChange={(isDemo) => onChoose({ isDemo })} />
        <SelectField
          label={t('trading.account')}
          value={String(account.number)}
          options={list.map((one) => ({ value: String(one.number), label: nameOf(one) }))}
          onChange={(event) => onChoose({ login: Number(event.target.value), isDemo: account.is_demo })}
        />
      </div>
      <ClientProfile account={account} positions={positions} />
    </section>
  );
}

/** The platform's own word on the account; without it the last one that we know, with its age. */
function ClientProfile({ account, positions }: { readonly account: Account; readonly positions: PositionsRead }) {
  const { t } = useWords();
  const width = useWidth();
  const now = positions.data?.standing;
  const { currency } = account;
  const { since } = useShown(useFeed());
  const isAway = positions.error !== null || since.positions !== null;
  const asOf = since.positions ?? positions.data?.as_of ?? account.as_of;
  const { balance, equity, margin_free: free } = now ?? account;
  const level = now?.margin_level ?? null;
  return (
    <div className={styles.standing}>
      {account.is_demo && <DemoMark />}
      <dl className={styles.figures}>
        <Figure name={t('trading.balance')}>
          <LiveAmount value={balance} currency={currency} />
        </Figure>
        <Figure name={t('trading.equity')}>
          <LiveAmount value={equity} currency={currency} />
        </Figure>
        <Figure name={t('trading.openProfit')}>
          <LiveAmount value={now?.floating ?? account.floating} currency={currency} kind="gain" />
        </Figure>
        <Figure name={t('trading.marginFree')}>
          <LiveAmount value={free} currency={currency} />
        </Figure>
        {width !== 'phone' && <MarginLevel value={level} />}
      </dl>
      {isAway && asOf !== null && (
        <Notice tone="warn">
          {t('trading.platformAway')} <RelativeAge at={asOf} />
        </Notice>
      )}
    </div>
  );
}

/** On a phone, where the bar scrolls away: what tells how near a stop-out is stays in sight over all that is done below. */
export function MarginStrip({ positions }: Pick<AccountBarProps, 'positions'>) {
  const { since } = useShown(useFeed());
  const { t } = useWords();
  const asOf = since.positions ?? (positions.error === null ? undefined : positions.data?.as_of);
  return (
    <div className={styles.strip}>
      <dl>
        <MarginLevel value={positions.data?.standing.margin_level ?? null} />
      </dl>
      {asOf !== undefined && (
        <p>
          {t('trading.platformAway')} <RelativeAge at={asOf} />
        </p>
      )}
    </div>
  );
}

function MarginLevel({ value }: { readonly value: string | null }) {
  const { t, number } = useWords();
  return (
    <Figure name={t('trading.marginLevel')}>
      <bdi dir="ltr">{value === null ? '–' : t('trading.percent', { value: number(value, 0) })}</bdi>
    </Figure>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
