import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { useLeadOn, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { copyTradingContract } from '../contract.ts';
import { SignalCard } from './SignalCard.tsx';
import styles from './CopyTrading.module.css';

const { calls, pages } = copyTradingContract;
type Accounts = AnswerOf<typeof calls.status>['accounts'];

type Props = Pick<ScreenProps<typeof pages.start>, 'query'>;

/** Document 2 §2: for whoever has no account yet that signals are traded on, or wants another; anybody else is led to the signals. */
export default function NotLogged({ query }: Props) {
  const { t } = useWords();
  const status = useRead(calls.status, {});
  const isLogged = typeof status.data?.client_details.signals_login === 'number';
  useLeadOn(isLogged && query.change === undefined ? { page: pages.copyTrading } : undefined);
  return (
    <>
      <ScreenHead title={t('copyTrading.title')} text={t('copyTrading.start.text')} />
      <Loaded read={status} skeleton={<SkeletonCard lines={6} />}>
        {({ accounts, client_details: { signals_login: login } }) => (
          <Stack>
            <Card title={t('copyTrading.start.title')}>
              {accounts.length === 0 ? (
                <Stack>
                  <p>{t('copyTrading.start.none')}</p>
                  <div>
                    <LinkButton to={{ page: pageLinks.openLive }}>{t('copyTrading.start.open')}</LinkButton>
                  </div>
                </Stack>
              ) : (
                <Choose accounts={accounts} login={login} />
              )}
            </Card>
            <Top />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Choose({ accounts, login }: { readonly accounts: Accounts; readonly login: number | null }) {
  const { t } = useWords();
  const open = useOpen();
  const start = useWrite(calls.start);
  const [chosen, setChosen] = useState(login ?? accounts[0]?.number ?? 0);
  const act = async (): Promise<void> => {
    await start.mutateAsync({ account_number: chosen }).then(
      () => open({ page: pages.copyTrading }),
      () => undefined,
    );
  };
  return (
    <Stack>
      <WriteFailure failure={start.error} />
      <SelectField
        label={t('copyTrading.start.account')}
        value={String(chosen)}
        options={accounts.map(({ number, title, currency }) => ({
          value: String(number),
          label: `${number} · ${title} · ${currency}`,
        }))}
        onChange={({ target }) => setChosen(Number(target.value))}
      />
      <div className={styles.actions}>
        <Button isBusy={start.isPending} onClick={() => void act()}>
          {t('copyTrading.start.do')}
        </Button>
      </div>
    </Stack>
  );
}

function Top() {
  const { t } = useWords();
  const read = useRead(calls.top, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
      {({ signals }) =>
        signals.length === 0 ? (
          <></>
        ) : (
          <Card title={t('copyTrading.top')}>
            <ul className={styles.grid}>
              {signals.map((signal) => (
                <SignalCard key={signal.id} signal={signal} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  );
}
