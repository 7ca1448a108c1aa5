import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { ShownInvestment } from '../../../protocol/investment.ts';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Actions, Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { investmentsContract } from '../contract.ts';
import { InvestmentStatus } from './facts.tsx';
import { useLedOn } from './page.ts';
import { Pages } from './Pages.tsx';

const { calls, pages } = investmentsContract;
type Answer = AnswerOf<typeof calls.list>['direct'];

/** What the client follows, and what it comes to. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const { t } = useWords();
  const read = useRead(calls.list, { page: Number(query.page ?? 1) || 1 });
  const isLed = useLedOn(read.data?.direct.status);
  return (
    <>
      <ScreenHead
        title={t('page.investments')}
        actions={
          <>
            <LinkButton look="plain" to={{ page: pageLinks.questionnaire, query: { change: true } }}>
              {t('investments.change')}
            </LinkButton>
            <LinkButton to={{ page: pageLinks.strategies }}>{t('investments.choose')}</LinkButton>
          </>
        }
      />
      <Loaded read={isLed ? { ...read, data: undefined } : read} skeleton={<SkeletonCard lines={6} />}>
        {({ direct }) => (
          <Stack>
            <GateNotice action="invest" />
            {direct.total_items === 0 ? <None /> : <Listed answer={direct} />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function None() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState picture="transfers" title={t('investments.none.title')} text={t('investments.none.text')} />
    </Card>
  );
}

function Listed({ answer }: { readonly answer: Answer }) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      {answer.totals.map(({ currency, invested, equity, result }) => (
        <Card key={currency} title={t('investments.totals', { currency })}>
          <Facts
            items={[
              { key: 'invested', name: t('investments.invested'), value: <Amount value={invested} currency={currency} /> },
              { key: 'equity', name: t('investments.equity'), value: <Amount value={equity} currency={currency} /> },
              { key: 'result', name: t('investments.result'), value: <Amount value={result} currency={currency} kind="gain" /> },
            ]}
          />
        </Card>
      ))}
      <Card isFlush>
        <Table
          label={t('page.investments')}
          rows={answer.investment_accounts}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ page: pages.details, params: { id } })}
          columns={columnsIn(words)}
        />
      </Card>
      <Pages of={pages.list} answer={answer} />
      {answer.investment_accounts.some(({ status }) => status === 'closed') && (
        <Actions>
          <LinkButton look="plain" to={{ page: pages.closed }}>
            {t('page.investments.closed')}
          </LinkButton>
        </Actions>
      )}
    </>
  );
}

function columnsIn({ t }: Words): readonly Column<ShownInvestment>[] {
  return [
    { key: 'name', title: t('investments.strategy'), onPhone: 'main', cell: ({ strategy_name: name }) => name },
    { key: 'status', title: t('investments.status'), cell: ({ status }) => <InvestmentStatus status={status} /> },
    {
      key: 'invested',
      title: t('investments.invested'),
      isFigures: true,
      cell: ({ invested, currency }) => <Amount value={invested} currency={currency} />,
    },
    {
      key: 'result',
      title: t('investments.result'),
      isFigures: true,
      cell: ({ result, currency }) => <Amount value={result} currency={currency} kind="gain" />,
    },
    {
      key: 'equity',
      title: t('investments.equity'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ equity, currency }) => <Amount value={equity} currency={currency} />,
    },
  ];
}
