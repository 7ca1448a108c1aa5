import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { strategiesContract, type ComputedDay, type DealOfDay, type StrategyDetails } from '../contract.ts';
import styles from './Details.module.css';

const { calls } = strategiesContract;
const formulas = ['return', 'flow', 'drawdown', 'risk', 'age', 'equity'] as const;

/** How each figure is reckoned: in words, then day by day, then deal by deal. */
export function Computation({ strategy }: { readonly strategy: StrategyDetails }) {
  const { t } = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title={t('strategies.how')}
      aside={
        <Button look="quiet" size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'strategies.how.hide' : 'strategies.how.show')}
        </Button>
      }
    >
      {isShown ? (
        <Stack>
          <dl className={styles.how}>
            {formulas.map((key) => (
              <div key={key}>
                <dt>{t(`strategies.how.${key}`)}</dt>
                <dd>{t(`strategies.how.${key}.text`)}</dd>
              </div>
            ))}
          </dl>
          <Days strategy={strategy} />
        </Stack>
      ) : (
        <p className={styles.quiet}>{t('strategies.how.text')}</p>
      )}
    </Card>
  );
}

function Days({ strategy: { acc_no: number } }: { readonly strategy: StrategyDetails }) {
  const words = useWords();
  const { t } = words;
  const [before, setBefore] = useState<string>();
  const [day, setDay] = useState<string>();
  const read = useRead(calls.computation, { acc_no: number, ...(before === undefined ? {} : { before }) }, { keepsLast: true });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
      {({ direct: { currency, days, next } }) => (
        <>
          <Table
            label={t('strategies.how.days')}
            isDense
            rows={days}
            rowKey={(each) => each.day}
            onRow={(each) => setDay(each.day)}
            columns={dayColumns(words, currency)}
          />
          <nav className={styles.pages} aria-label={t('strategies.how.pages')}>
            {before !== undefined && (
              <Button look="plain" onClick={() => setBefore(undefined)}>
                {t('strategies.how.latest')}
              </Button>
            )}
            {next !== null && (
              <Button look="plain" onClick={() => setBefore(next)}>
                {t('strategies.how.earlier')}
              </Button>
            )}
          </nav>
          <Dialog
            isOpen={day !== undefined}
            onClose={() => setDay(undefined)}
            title={day && t('strategies.how.deals', { day: words.date(day) })}
          >
            {day !== undefined && <Deals number={number} day={day} />}
          </Dialog>
        </>
      )}
    </Loaded>
  );
}

function dayColumns({ t, date }: Words, currency: string): readonly Column<ComputedDay>[] {
  return [
    { key: 'day', title: t('strategies.day'), onPhone: 'main', cell: ({ day }) => date(day) },
    {
      key: 'price',
      title: t('strategies.unitPrice'),
      isFigures: true,
      onPhone: 'beside',
      cell: (day) => <Figures value={day.unit_price} />,
    },
    {
      key: 'equity',
      title: t('strategies.equityIn', { currency }),
      isFigures: true,
      cell: ({ equity }) => <Figures value={equity} currency={currency} />,
    },
    {
      key: 'flow',
      title: t('strategies.flow'),
      isFigures: true,
      cell: ({ flow }) => (/[1-9]/.test(flow) ? <Figures value={flow} currency={currency} /> : '–'),
    },
    {
      key: 'result',
      title: t('strategies.result'),
      isFigures: true,
      cell: ({ result }) => <Figures value={result} currency={currency} kind="gain" />,
    },
    {
      key: 'read',
      title: t('strategies.read'),
      cell: ({ is_estimated: isEstimated }) => (
        <Status tone={isEstimated ? 'warn' : 'gain'}>
          {t(isEstimated ? 'strategies.read.estimated' : 'strategies.read.exact')}
        </Status>
      ),
    },
  ];
}

function Deals({ number, day }: { readonly number: number; readonly day: string }) {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.deals, { acc_no: number, day });
  // The running day says why it is not told, which is an answer and no fault.
  if (read.error?.code === 'day_not_over') return <Notice>{read.error.message}</Notice>;
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
      {({ direct: { currency, deals, is_cut: isCut } }) => (
        <Stack>
          {deals.length === 0 ? (
            <p className={styles.quiet}>{t('strategies.how.noDeals')}</p>
          ) : (
            <Table
              label={t('strategies.how.deals', { day: words.date(day) })}
              isDense
              rows={deals}
              rowKey={({ ticket }) => ticket}
              columns={dealColumns(words, currency)}
            />
          )}
          {isCut && <Notice>{t('strategies.how.cut', { count: deals.length })}</Notice>}
        </Stack>
      )}
    </Loaded>
  );
}

function dealColumns({ t, time }: Words, currency: string): readonly Column<DealOfDay>[] {
  return [
    { key: 'ticket', title: t('strategies.deal'), onPhone: 'main', cell: ({ ticket }) => <bdi dir="ltr">{ticket}</bdi> },
    { key: 'at', title: t('strategies.time'), cell: ({ at }) => time(at) },
    {
      key: 'what',
      title: t('strategies.what'),
      cell: ({ kind, entry, symbol, lots }) =>
        symbol === null || entry === null
          ? t('strategies.what.money')
          : kind === 'split'
            ? t('strategies.what.split', { lots, symbol })
            : t(`strategies.what.${entry}`, { side: kind, lots, symbol }),
    },
    {
      key: 'amount',
      title: t('strategies.amountIn', { currency }),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ amount }) => <Figures value={amount} currency={currency} kind="gain" />,
    },
  ];
}
