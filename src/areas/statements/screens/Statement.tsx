import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { linesShown, statementsContract, type StatedLine } from '../contract.ts';
import type { Days } from '../../../protocol/quickPeriods.ts';
import { Files } from './Files.tsx';
import styles from './Statements.module.css';

const { calls } = statementsContract;

/** Its sums, the ways to keep it, and its first lines. */
export function Statement({ number, days }: { readonly number: string; readonly days: Days }) {
  const read = useRead(calls.statement, { number, ...days }, { keepsLast: true });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {(statement) => (
        <Stack>
          <Sums statement={statement} days={days} />
          <Lines statement={statement} />
        </Stack>
      )}
    </Loaded>
  );
}

type Stated = AnswerOf<typeof calls.statement>;

function Sums({ statement, days }: { readonly statement: Stated; readonly days: Days }) {
  const { t, date } = useWords();
  const { account, opening, came_in: cameIn, went_out: wentOut, closing } = statement;
  const shown = (value: string) => <Amount value={value} currency={account.currency} />;
  const day = (text: string): string => date(`${text}T12:00:00Z`);
  return (
    <Card title={t('statements.days', { name: account.name, from: day(days.from), till: day(days.till) })}>
      <Facts
        items={[
          { key: 'opening', name: t('statements.opening'), value: shown(opening) },
          { key: 'in', name: t('statements.cameIn'), value: shown(cameIn) },
          { key: 'out', name: t('statements.wentOut'), value: shown(wentOut) },
          { key: 'closing', name: t('statements.closing'), value: shown(closing) },
        ]}
      />
      <Files asked={{ number: String(account.number), ...days }} isLong={statement.is_long} />
    </Card>
  );
}

function Lines({ statement }: { readonly statement: Stated }) {
  const words = useWords();
  const { t } = words;
  const { account, lines, line_count: count } = statement;
  if (count === 0)
    return (
      <Card>
        <EmptyState picture="wallet" title={t('statements.nothing.title')} text={t('statements.nothing.text')} />
      </Card>
    );
  return (
    <Card title={t('statements.lines')} isFlush>
      <Table label={t('statements.lines')} rows={lines} rowKey={({ id }) => id} columns={columnsIn(words, account.currency)} />
      {count > linesShown && <p className={styles.more}>{t('statements.more', { shown: lines.length, count })}</p>}
    </Card>
  );
}

function columnsIn({ t, dateTime, amount: written }: Words, currency: string): readonly Column<StatedLine>[] {
  return [
    { key: 'what', title: t('money.column.what'), onPhone: 'main', cell: ({ text }) => text },
    { key: 'when', title: t('money.column.when'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'amount',
      title: t('money.column.amountIn', { currency }),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ amount }) => (
        <bdi className="figures" dir="ltr">
          {written(amount, currency, 'always')}
        </bdi>
      ),
    },
    {
      key: 'balance',
      title: t('statements.balance'),
      isFigures: true,
      cell: ({ balance }) => <Figures value={balance} currency={currency} />,
    },
  ];
}
