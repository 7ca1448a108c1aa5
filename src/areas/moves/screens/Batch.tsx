import { useState } from 'react';
import type { MoveRoute } from '../../../law/moves.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract, type MoveInfo } from '../contract.ts';
import { Confirm } from './Confirm.tsx';
import { Progress } from './Progress.tsx';
import styles from './Moves.module.css';

const { calls } = movesContract;

/** Document 3 §2: what moves, a PIN, and the progress until everything is with the other company. */
export function Batch({ route }: { readonly route: MoveRoute }) {
  const { t } = useWords();
  const [isSent, setSent] = useState(false);
  const read = useRead(route === 'uk' ? calls.infoUk : calls.info, {});
  return (
    <>
      <ScreenHead
        title={t('page.b2bTransfer')}
        text={t('moves.transfer.text')}
        back={<PageLink to={{ page: pageLinks.companyMove }}>{t('nav.companyMove')}</PageLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct: info }) => (
          <>
            {info.status === 'open' && info.is_approved ? (
              <Stack>
                <GateNotice action="transfer" />
                <Moving info={info} />
                {info.blockers?.length === 0 && (
                  <Card title={t('moves.pin')}>
                    <Confirm route={route} onProcessed={() => setSent(true)} />
                  </Card>
                )}
                <Reminder route={route} blockers={info.blockers} />
              </Stack>
            ) : (
              <Otherwise info={info} />
            )}
            <Progress
              route={route}
              status={info.status}
              isOpen={isSent || info.status === 'under_way'}
              onClose={() => setSent(false)}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

function Otherwise({ info }: { readonly info: MoveInfo }) {
  const { t } = useWords();
  const company = info.status === 'moved' ? info.company : null;
  const isMoved = company !== null;
  return (
    <Notice
      title={isMoved ? t('moves.moved.title', { company: t(`moves.company.${company}`) }) : t('moves.none.title')}
      tone={isMoved ? 'gain' : 'note'}
      action={
        <LinkButton look="plain" to={{ page: isMoved ? pageLinks.accounts : pageLinks.companyMove }}>
          {t(isMoved ? 'nav.accounts' : 'nav.companyMove')}
        </LinkButton>
      }
    >
      {t(isMoved ? 'moves.moved.text' : 'moves.none.text')}
    </Notice>
  );
}

function Moving({ info }: { readonly info: MoveInfo }) {
  const { t, amount } = useWords();
  return (
    <Card title={t('moves.accounts')}>
      <Stack>
        {info.accounts.length === 0 ? (
          <p>{t('moves.accounts.none')}</p>
        ) : (
          <ul className={styles.accounts}>
            {info.accounts.map(({ number, title, balance, bonus, currency, becomes }) => (
              <li key={number}>
                <div className={styles.account}>
                  <span>{t('moves.account.title', { title, number: String(number) })}</span>
                  <Amount value={balance} currency={currency} />
                </div>
                <p className={styles.becomes}>
                  {becomes === null
                    ? t('moves.account.wallet')
                    : t('moves.account.becomes', { ...becomes, leverage: String(becomes.leverage) })}
                </p>
                {Number(bonus) > 0 && (
                  <p className={styles.becomes}>{t('moves.account.bonus', { amount: amount(bonus, currency) })}</p>
                )}
              </li>
            ))}
          </ul>
        )}
        <Facts
          items={info.amounts.map(({ currency, amount: value }) => ({
            key: currency,
            name: t('moves.total'),
            value: <Amount value={value} currency={currency} />,
          }))}
        />
        <p>{t('moves.demo')}</p>
        <p>{t('moves.standing')}</p>
      </Stack>
    </Card>
  );
}

/** Document 3 §4: the open-position reminder. It leads nowhere else, so what is listed stays on the page behind it. */
function Reminder({ route, blockers }: { readonly route: MoveRoute; readonly blockers: MoveInfo['blockers'] }) {
  const { t } = useWords();
  const open = useOpen();
  const [isRead, setRead] = useState(false);
  if (blockers?.length === 0) return null;
  const said =
    blockers === null ? (
      <p>{t('moves.notAvailable.noAnswer')}</p>
    ) : (
      <>
        <p>{t(`moves.notAvailable.${route}`)}</p>
        <ul className={styles.list}>
          {blockers.map((blocker) => (
            <li key={blocker}>{t(`moves.blocker.${blocker}`)}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <Notice
        tone="warn"
        title={t('moves.notAvailable.title')}
        action={
          <LinkButton look="plain" size="small" to={{ page: pageLinks.accounts }}>
            {t('nav.accounts')}
          </LinkButton>
        }
      >
        {said}
      </Notice>
      <Dialog
        isOpen={!isRead}
        onClose={() => setRead(true)}
        title={t('moves.notAvailable.title')}
        actions={
          <>
            <Button look="plain" onClick={() => setRead(true)}>
              {t('ui.close')}
            </Button>
            <Button onClick={() => open({ page: pageLinks.accounts })}>{t('nav.accounts')}</Button>
          </>
        }
      >
        {said}
      </Dialog>
    </>
  );
}
