import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useGate } from '../../../ui/api/context.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { statementsContract } from '../contract.ts';
import { dayIn, daysOf, periodNamed, quickPeriods, type Days } from '../../../protocol/quickPeriods.ts';
import { Statement } from './Statement.tsx';
import styles from './Statements.module.css';

const { calls, pages } = statementsContract;
type Fund = AnswerOf<typeof calls.funds>['accounts'][number];

/** What has moved on a wallet or a trading account in a period, to be read, kept and printed. The address holds what is asked for. */
export default function Statements({ query }: ScreenProps<typeof pages.statements>) {
  const { t } = useWords();
  const read = useRead(calls.funds, {});
  return (
    <>
      <ScreenHead title={t('page.statements')} text={t('statements.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ accounts, today }) => {
          const shown = accounts.find(({ number }) => String(number) === query.number) ?? accounts[0];
          return shown ? <OfFund funds={accounts} shown={shown} query={query} today={new Date(today)} /> : <NoFund />;
        }}
      </Loaded>
    </>
  );
}

interface OfFundProps {
  readonly funds: readonly Fund[];
  readonly shown: Fund;
  readonly query: ScreenProps<typeof pages.statements>['query'];
  readonly today: Date;
}

function OfFund({ funds, shown, query, today }: OfFundProps) {
  const { t } = useWords();
  const open = useOpen();
  const month = daysOf('thisMonth', today);
  const days: Days = { from: dayIn(query.from) ?? month.from, till: dayIn(query.till) ?? month.till };
  const show = (next: Partial<Days> & { readonly number?: string }): void =>
    open({ page: pages.statements, query: { number: String(shown.number), ...days, ...next } }, { replace: true });
  const named = periodNamed(days, today);
  return (
    <Stack>
      <Card>
        <div className={styles.choosing}>
          <SelectField
            label={t('statements.account')}
            value={String(shown.number)}
            onChange={(event) => show({ number: event.target.value })}
            options={funds.map(({ number, name }) => ({ value: String(number), label: `${name} · ${number}` }))}
          />
          <DayField label={t('statements.from')} value={days.from} last={days.till} onDay={(from) => show({ from })} />
          <DayField label={t('statements.till')} value={days.till} first={days.from} onDay={(till) => show({ till })} />
        </div>
        <Choice
          label={t('statements.period')}
          name="period"
          look="segments"
          value={named}
          onChange={(period) => show(daysOf(period, today))}
          options={quickPeriods.map((value) => ({ value, label: t(`statements.period.${value}`) }))}
        />
      </Card>
      <Statement number={String(shown.number)} days={days} />
    </Stack>
  );
}

function NoFund() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('statements.none.title')}
        text={t('statements.none.text')}
        action={
          <LinkButton to={{ page: pageLinks.deposit }} refusal={useGate('deposit')?.message}>
            {t('nav.deposit')}
          </LinkButton>
        }
      />
    </Card>
  );
}
