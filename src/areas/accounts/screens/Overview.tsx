import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { accountsContract } from '../contract.ts';
import { AccountCard } from './AccountCard.tsx';
import styles from './AccountCard.module.css';
import overview from './Overview.module.css';

/** All accounts in use: what they are worth now, and what one mostly does with them. */
export default function Overview() {
  const { t } = useWords();
  const read = useRead(accountsContract.calls.overview, {});
  const isEmpty = read.data !== undefined && read.data.accounts.live.length + read.data.accounts.demo.length === 0;
  return (
    <>
      <ScreenHead title={t('accounts.overview.title')} actions={!isEmpty && <OpenButton />} />
      <Loaded read={read} skeleton={<SkeletonCards />}>
        {({ accounts: { live, demo } }) =>
          isEmpty ? (
            <EmptyState
              picture="accounts"
              title={t('accounts.empty.title')}
              text={t('accounts.empty.text')}
              action={<OpenButton />}
            />
          ) : (
            <Stack>
              {live.length > 0 && <GateNotice action="deposit" />}
              <Group title={t('accounts.live')} list={live} empty={t('accounts.live.empty')} />
              <Group title={t('accounts.demo')} list={demo} empty={t('accounts.demo.empty')} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

/** As long as accounts of one kind can be opened, the page it leads to tells which. */
function OpenButton() {
  const { t } = useWords();
  const [live, demo] = [useGate('open_live_account'), useGate('open_demo_account')];
  return (
    <LinkButton icon="plus" to={{ page: pageLinks.open }} refusal={demo && live?.message}>
      {t('accounts.open')}
    </LinkButton>
  );
}

function Group({ title, list, empty }: { readonly title: string; readonly list: readonly Account[]; readonly empty: string }) {
  return (
    <section className={overview.group}>
      <h2>{title}</h2>
      {list.length === 0 ? (
        <p className={overview.empty}>{empty}</p>
      ) : (
        <ul className={styles.list}>
          {list.map((account) => (
            <AccountCard key={account.number} account={account} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SkeletonCards() {
  return (
    <div className={styles.list}>
      <SkeletonCard lines={5} />
      <SkeletonCard lines={5} />
      <SkeletonCard lines={5} />
    </div>
  );
}
