import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { dayIn, daysOf, periodNamed, quickPeriods, type Days } from '../../../protocol/quickPeriods.ts';
import { tradeReportsContract } from '../contract.ts';
import { Costs } from './Costs.tsx';
import { Files } from './Files.tsx';
import styles from './TradeReport.module.css';

const { calls, pages } = tradeReportsContract;
type Account = AnswerOf<typeof calls.accounts>['accounts'][number];
type Query = ScreenProps<typeof pages.report>['query'];

/** What trading on an account brought and what it cost, to be read and kept. The address holds what is asked for. */
export default function TradeReport({ query }: ScreenProps<typeof pages.report>) {
  const { t } = useWords();
  const read = useRead(calls.accounts, {});
  return (
    <>
      <ScreenHead title={t('page.tradeReport')} text={t('tradeReports.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ accounts, today }) => {
          const shown = accounts.find(({ number }) => String(number) === query.account_login) ?? accounts[0];
          return shown ? <OfAccount {...{ accounts, shown, query }} today={new Date(today)} /> : <NoAccount />;
        }}
      </Loaded>
    </>
  );
}

interface OfAccountProps {
  readonly accounts: readonly Account[];
  readonly shown: Account;
  readonly query: Query;
  readonly today: Date;
}

function OfAccount({ accounts, shown, query, today }: OfAccountProps) {
  const { t } = useWords();
  const open = useOpen();
  const usual = daysOf('thisYear', today);
  const days: Days = { from: dayIn(query.date_from) ?? usual.from, till: dayIn(query.date_to) ?? usual.till };
  const show = (next: Partial<Days> & { readonly login?: string }): void => {
    const { from, till, login } = { login: String(shown.number), ...days, ...next };
    open({ page: pages.report, query: { account_login: login, date_from: from, date_to: till } }, { replace: true });
  };
  return (
    <Stack>
      <Card>
        <div className={styles.choosing}>
          <SelectField
            label={t('tradeReports.account')}
            value={String(shown.number)}
            onChange={(event) => show({ login: event.target.value })}
            options={accounts.map(({ number, name }) => ({ value: String(number), label: `${name} · ${number}` }))}
          />
          <DayField label={t('tradeReports.from')} value={days.from} last={days.till} onDay={(from) => show({ from })} />
          <DayField label={t('tradeReports.till')} value={days.till} first={days.from} onDay={(till) => show({ till })} />
        </div>
        <Choice
          label={t('tradeReports.period')}
          name="period"
          look="segments"
          value={periodNamed(days, today)}
          onChange={(period) => show(daysOf(period, today))}
          options={quickPeriods.map((value) => ({ value, label: t(`tradeReports.period.${value}`) }))}
        />
      </Card>
      <Costs number={shown.number} days={days} />
      <Files number={shown.number} days={days} key={`${shown.number} ${days.from} ${days.till}`} />
    </Stack>
  );
}

function NoAccount() {
  const { t } = useWords();
  const shut = useGate('open_live_account');
  return (
    <Card>
      <EmptyState
        picture="chart"
        title={t('tradeReports.none.title')}
        text={t('tradeReports.none.text')}
        action={
          shut ? (
            <GateNotice action="open_live_account" />
          ) : (
            <LinkButton to={{ page: pageLinks.open }}>{t('nav.open')}</LinkButton>
          )
        }
      />
    </Card>
  );
}
