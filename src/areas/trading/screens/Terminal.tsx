import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import { useWidth } from '../../../ui/page/width.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract } from '../contract.ts';
import { AccountBar, MarginStrip } from './AccountBar.tsx';
import { Floor, type View } from './Floor.tsx';
import { NoAccount } from './NoAccount.tsx';
import { fallBackMs, FeedContext, openFeed, useShown, type Feed } from './ticks.ts';
import styles from './Terminal.module.css';

type Query = ScreenProps<typeof tradingContract.pages.webtrader>['query'];

/** The web terminal: one account, one symbol, its chart, an order, what is open. */
export default function Terminal({ query }: ScreenProps<typeof tradingContract.pages.webtrader>) {
  const { t } = useWords();
  const read = useRead(tradingContract.calls.accounts, {});
  return (
    <div className={styles.terminal} data-workspace>
      <ScreenHead title={t('trading.title')} />
      <Loaded read={read} skeleton={<TerminalSkeleton />}>
        {({ live, demo, demo_leverages: leverages }) => {
          const { isDemo, account } = chosenAccount(query, { live, demo });
          return account ? (
            <Desk key={account.number} account={account} list={isDemo ? demo : live} view={query} />
          ) : (
            <NoAccount isDemo={isDemo} leverages={leverages} />
          );
        }}
      </Loaded>
    </div>
  );
}

/** The account that the address names; else the first of the kind that it names; else a live one before a demo one. */
function chosenAccount(query: Query, { live, demo }: { readonly live: readonly Account[]; readonly demo: readonly Account[] }) {
  const named = [...live, ...demo].find((account) => String(account.number) === query.login);
  const asked = query.is_demo === undefined ? undefined : ['1', 'true'].includes(query.is_demo);
  const isDemo = named?.is_demo ?? asked ?? live.length === 0;
  return { isDemo, account: named ?? (isDemo ? demo : live)[0] };
}

interface DeskProps {
  readonly account: Account;
  readonly list: readonly Account[];
  readonly view: View;
}

function Desk({ account, list, view: { symbol, frame } }: DeskProps) {
  const { t } = useWords();
  useTitle(
    `${t(account.is_demo ? 'trading.account.demo' : 'trading.account.live', { number: String(account.number) })} · ${t('trading.title')}`,
  );
  const open = useOpen();
  const width = useWidth();
  const page = tradingContract.pages.webtrader;
  const of = { is_demo: account.is_demo ? 1 : 0, login: account.number };
  const symbols = useRead(tradingContract.calls.symbols, { platform: account.platform });
  const feed = useOpenFeed(account);
  const { isFlowing } = useShown(feed);
  const positions = useRead(
    tradingContract.calls.positions,
    { account: account.number },
    isFlowing ? {} : { everyMs: fallBackMs },
  );
  return (
    <FeedContext value={feed}>
      <AccountBar
        account={account}
        list={list}
        positions={positions}
        onChoose={({ login, isDemo }) =>
          open({ page, query: { is_demo: isDemo ? 1 : 0, login, symbol, frame } }, { replace: true })
        }
      />
      {width === 'phone' && <MarginStrip positions={positions} />}
      <Loaded read={symbols} skeleton={<SkeletonCard lines={10} />}>
        {(data) => (
          <Floor
            account={account}
            symbols={data.symbols}
            pendingKinds={data.pending_kinds}
            positions={positions}
            view={{ symbol, frame }}
            onView={(next) => open({ page, query: { ...of, ...next } }, { replace: true })}
          />
        )}
      </Loaded>
    </FeedContext>
  );
}

/** What is pushed to this account's terminal for as long as it is drawn. */
function useOpenFeed(account: Account): Feed {
  const { api, pushed, store } = useConnection();
  const queries = useQueryClient();
  const [feed] = useState(() =>
    openFeed({ account, api, pushed, queries, now: () => new Date(Date.now() + store.read().aheadMs) }),
  );
  useEffect(() => feed.open(), [feed]);
  return feed;
}

function TerminalSkeleton() {
  return (
    <>
      <SkeletonCard lines={2} />
      <SkeletonCard lines={10} />
    </>
  );
}
