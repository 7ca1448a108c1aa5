import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PageLink, useLeadOn, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { copyTradingContract, type OwnSignal } from '../contract.ts';
import { Offered } from './Offered.tsx';
import { SignalCard } from './SignalCard.tsx';
import { Unsubscribe } from './Subscribe.tsx';
import { Trades } from './Trades.tsx';
import styles from './CopyTrading.module.css';

const { calls, pages } = copyTradingContract;
type Props = Pick<ScreenProps<typeof pages.copyTrading>, 'query'>;
type Details = AnswerOf<typeof calls.status>['client_details'];

/** Document 2 §2: for whoever has an account that signals are traded on; anybody else is led to where one is named. */
export default function Logged({ query }: Props) {
  const { t } = useWords();
  const status = useRead(calls.status, {});
  const isNone = status.data?.client_details.signals_login === null;
  useLeadOn(isNone ? { page: pages.start } : undefined);
  return (
    <>
      <ScreenHead title={t('copyTrading.title')} text={t('copyTrading.text')} />
      <Loaded read={status} skeleton={<SkeletonCard lines={8} />}>
        {({ client_details: details }) => (
          <Stack>
            <Login details={details} />
            <Own query={query} />
            <Offered query={query} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Login({ details }: { readonly details: Details }) {
  const { t } = useWords();
  const { signals_login: login, signals_balance: balance, signals_currency: currency } = details;
  if (login === null) return null;
  const facts = [
    { key: 'login', name: t('copyTrading.login'), value: String(login) },
    ...(balance === null || currency === null
      ? []
      : [{ key: 'balance', name: t('copyTrading.balance'), value: <Amount value={balance} currency={currency} /> }]),
  ];
  return (
    <Card
      title={t('copyTrading.account')}
      aside={<PageLink to={{ page: pages.start, query: { change: 1 } }}>{t('copyTrading.change')}</PageLink>}
    >
      <Facts items={facts} />
    </Card>
  );
}

/** What the client has subscribed to, and what one of it trades. */
function Own({ query }: Props) {
  const { t } = useWords();
  const open = useOpen();
  const shown = query.signal === undefined ? undefined : Number(query.signal);
  const read = useRead(calls.own, {});
  const [ending, setEnding] = useState<OwnSignal>();
  return (
    <Card title={t('copyTrading.own')}>
      <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
        {({ signals }) =>
          signals.length === 0 ? (
            <p className={styles.quiet}>{t('copyTrading.own.none')}</p>
          ) : (
            <ul className={styles.grid}>
              {signals.map((signal) => (
                <SignalCard
                  key={signal.id}
                  signal={signal}
                  own={signal}
                  onTrades={() =>
                    open({ page: pages.copyTrading, query: { ...query, signal: String(signal.id) } }, { replace: true })
                  }
                  onCancel={() => setEnding(signal)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {shown !== undefined && read.data?.signals.some(({ id }) => id === shown) && <Trades id={shown} />}
      {ending && <Unsubscribe signal={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}
