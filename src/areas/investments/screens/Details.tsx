import { useState } from 'react';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { LineChart } from '../../../ui/components/LineChart.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { AddFunds } from '../../../ui/invest/AddFunds.tsx';
import { Unsubscribe } from '../../../ui/invest/Unsubscribe.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useClient } from '../../../ui/api/context.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';
import styles from './Details.module.css';
import { InvestmentStatus, Percents, termsOf, worthOf } from './facts.tsx';
import { shownShare } from '../rules.ts';
import { FeeSimulator } from './FeeSimulator.tsx';
import { useLedOn } from './page.ts';

const { calls, pages } = investmentsContract;
type Answer = AnswerOf<typeof calls.details>['direct'];
type Over = 'add' | 'end';

/** One follow: what it is worth, its terms, and what can be done with it. */
export default function Details({ params }: ScreenProps<typeof pages.details>) {
  const { t } = useWords();
  const read = useRead(calls.details, { id: params.id });
  const isLed = useLedOn(read.data?.direct.status);
  const one = read.data?.direct.investment_account;
  useTitle(one?.strategy_name);
  return (
    <Loaded read={isLed ? { ...read, data: undefined } : read} skeleton={<SkeletonCard lines={10} />}>
      {({ direct }) => (
        <>
          <ScreenHead
            title={direct.investment_account.strategy_name}
            text={t('investments.by', { nickname: direct.investment_account.nickname })}
            back={<BackLink to={{ page: pages.list }}>{t('page.investments')}</BackLink>}
            actions={<InvestmentStatus status={direct.investment_account.status} />}
          />
          <Shown answer={direct} />
        </>
      )}
    </Loaded>
  );
}

function Shown({ answer }: { readonly answer: Answer }) {
  const words = useWords();
  const { t } = words;
  const one = answer.investment_account;
  return (
    <Stack>
      <GateNotice action="invest" />
      {one.status === 'new' && <Notice tone="warn">{t('investments.new.text')}</Notice>}
      {one.status === 'paused' && <Notice tone="warn">{t('investments.paused.text')}</Notice>}
      {one.status === 'closing' && <Notice>{t('investments.closing.text')}</Notice>}
      {one.under_way.map((id) => (
        <Notice
          key={id}
          action={
            <LinkButton look="plain" to={{ page: pageLinks.transfer, params: { id } }}>
              {t('investments.underWay.look')}
            </LinkButton>
          }
        >
          {t('investments.underWay')}
        </Notice>
      ))}
      <Doing answer={answer} />
      <Columns>
        <Card title={t('investments.worth')}>
          <Stack>
            <Facts items={worthOf(words, one)} />
            {one.equity_as_of !== null && (
              <p className={styles.told}>
                {t('investments.told')} <RelativeAge at={one.equity_as_of} />
              </p>
            )}
          </Stack>
        </Card>
        <Card title={t('investments.terms')}>
          <Facts items={termsOf(words, one)} />
        </Card>
      </Columns>
      <FeeSimulator equity={one.equity} highWater={one.high_water} share={one.remun_fee} currency={one.currency} />
      <Course one={one} />
      <Shares one={one} />
      <Reports one={one} />
    </Stack>
  );
}

function Doing({ answer: { investment_account: one, sources } }: { readonly answer: Answer }) {
  const { t } = useWords();
  const { id: investorId } = useClient();
  const [over, setOver] = useState<Over>();
  const isOpen = one.status !== 'closing' && one.status !== 'closed';
  const close = (): void => setOver(undefined);
  return (
    <div role="group" className={styles.doing} aria-label={t('investments.doing')}>
      {isOpen && <Button onClick={() => setOver('add')}>{t('investments.add')}</Button>}
      {isOpen && one.status !== 'new' && (
        <LinkButton look="plain" to={{ page: pages.withdrawal, params: { id: one.id } }}>
          {t('investments.withdraw')}
        </LinkButton>
      )}
      <LinkButton look="plain" to={{ page: pageLinks.copies, params: { id: one.id } }}>
        {t('investments.copies')}
      </LinkButton>
      <LinkButton look="plain" to={{ page: pages.shares, params: { id: one.id } }}>
        {t('page.investments.shares')}
      </LinkButton>
      <LinkButton
        look="plain"
        // The strategy may have been followed before, or again since.
        to={{ page: pages.statement, params: { investorId, id: one.strategy_id }, query: { account: String(one.acc_no) } }}
      >
        {t('page.investments.statement')}
      </LinkButton>
      {isOpen && (
        <Button look="danger" onClick={() => setOver('end')}>
          {t('investments.unsubscribe')}
        </Button>
      )}
      {over === 'add' && <AddFunds one={one} sources={sources} onClose={close} />}
      {over === 'end' && <Unsubscribe one={one} onClose={close} />}
    </div>
  );
}

type Detailed = Answer['investment_account'];

function Course({ one }: { readonly one: Detailed }) {
  const { t } = useWords();
  const points = one.daily_equity_stats.map(({ date, equity }) => ({ at: `${date}T00:00:00Z`, value: equity }));
  return (
    <Card title={t('investments.course')}>
      {points.length < 2 ? (
        <p>{t('investments.course.none')}</p>
      ) : (
        <LineChart
          label={t('investments.course')}
          points={points}
          columns={[{ title: t('investments.equity'), cell: ({ value }) => <Amount value={value} currency={one.currency} /> }]}
        />
      )}
    </Card>
  );
}

function Shares({ one }: { readonly one: Detailed }) {
  const { t } = useWords();
  if (one.sharesByInstrument.length === 0) return null;
  return (
    <Card title={t('investments.shares')} isFlush>
      <Table
        label={t('investments.shares')}
        rows={one.sharesByInstrument}
        rowKey={({ symbol }) => symbol}
        columns={[
          { key: 'symbol', title: t('investments.symbol'), onPhone: 'main', cell: ({ symbol }) => symbol },
          {
            key: 'share',
            title: t('investments.share'),
            isFigures: true,
            onPhone: 'beside',
            cell: ({ share }) => <Percents value={shownShare(share)} />,
          },
        ]}
      />
    </Card>
  );
}

/** What each month came to; every trade of it stands in the statement. */
function Reports({ one }: { readonly one: Detailed }) {
  const { t, month: named } = useWords();
  if (one.reports.length === 0) return null;
  return (
    <Card title={t('investments.reports')} isFlush>
      <Table
        label={t('investments.reports')}
        rows={one.reports}
        rowKey={({ month }) => month}
        columns={[
          { key: 'month', title: t('investments.month'), onPhone: 'main', cell: ({ month }) => named(`${month}T12:00:00Z`) },
          { key: 'trades', title: t('investments.trades'), isFigures: true, cell: ({ trades }) => String(trades) },
          {
            key: 'result',
            title: t('investments.result'),
            isFigures: true,
            onPhone: 'beside',
            cell: ({ result }) => <Amount value={result} currency={one.currency} kind="gain" />,
          },
        ]}
      />
    </Card>
  );
}
