import { useState } from 'react';
import type { PerformanceShare } from '../../protocol/investment.ts';
import { Facts, Stack } from '../components/Card.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Amount } from '../components/Money.tsx';
import { Notice } from '../components/Notice.tsx';
import { Status } from '../components/Status.tsx';
import { Table, type Column } from '../components/Table.tsx';
import { useWords } from '../words/context.tsx';
import type { Words } from '../words/words.ts';

interface ShareTableProps<Share extends PerformanceShare> {
  readonly label: string;
  readonly shares: readonly Share[];
  /** Columns between the occasion and the amount. */
  readonly more?: readonly Column<Share>[];
}

/** Shares of profits, each of which opens to how it was computed. */
export function ShareTable<Share extends PerformanceShare>({ label, shares, more }: ShareTableProps<Share>) {
  const words = useWords();
  const { t } = words;
  const [open, setOpen] = useState<Share>();
  return (
    <>
      <Table
        label={label}
        rows={shares}
        rowKey={({ id }) => id}
        onRow={setOpen}
        columns={[...firstColumns(words), ...(more ?? []), amountColumn(words)]}
      />
      <Dialog isOpen={open !== undefined} onClose={() => setOpen(undefined)} title={t('money.share.how')}>
        {open && <Computed share={open} />}
      </Dialog>
    </>
  );
}

function firstColumns({ t, dateTime }: Words): readonly Column<PerformanceShare>[] {
  return [
    { key: 'occasion', title: t('money.share.occasion'), onPhone: 'main', cell: (share) => <Occasion share={share} /> },
    { key: 'at', title: t('money.share.at'), cell: ({ decided_at: at }) => dateTime(at) },
    { key: 'status', title: t('money.share.status'), cell: ({ status }) => <ShareStatus status={status} /> },
  ];
}

function amountColumn({ t }: Words): Column<PerformanceShare> {
  return {
    key: 'amount',
    title: t('money.share.amount'),
    isFigures: true,
    onPhone: 'beside',
    cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
  };
}

function Occasion({ share: { occasion, period } }: { readonly share: PerformanceShare }) {
  const { t } = useWords();
  return t(`money.share.occasion.${occasion}`, { period: period ?? 0 });
}

const tones = { under_way: 'note', paid: 'gain', nothing: 'still' } as const;

function ShareStatus({ status }: Pick<PerformanceShare, 'status'>) {
  const { t } = useWords();
  return <Status tone={tones[status]}>{t(`money.share.status.${status}`)}</Status>;
}

/** Each figure that it was made of, in the order in which one would reckon it. */
function Computed({ share }: { readonly share: PerformanceShare }) {
  const { t, dateTime } = useWords();
  const { currency, withdrawn, paid_at: paidAt } = share;
  const amount = (value: string) => <Amount value={value} currency={currency} />;
  const percent = (
    <bdi className="figures" dir="ltr">
      {share.remun_fee}%
    </bdi>
  );
  const facts = [
    { key: 'equity', name: t('money.share.equity'), value: amount(share.equity) },
    { key: 'mark', name: t('money.share.mark'), value: amount(share.high_water) },
    { key: 'profit', name: t('money.share.profit'), value: amount(share.profit) },
    { key: 'percent', name: t('money.share.percent'), value: percent },
    ...(withdrawn === null ? [] : [{ key: 'withdrawn', name: t('money.share.withdrawn'), value: amount(withdrawn) }]),
    { key: 'amount', name: t('money.share.amount'), value: amount(share.amount) },
    ...(/[1-9]/.test(share.short) ? [{ key: 'short', name: t('money.share.short'), value: amount(share.short) }] : []),
    { key: 'after', name: t('money.share.markAfter'), value: amount(share.high_water_after) },
    { key: 'due', name: t('money.share.due'), value: dateTime(share.due_at) },
    { key: 'at', name: t('money.share.at'), value: dateTime(share.decided_at) },
    ...(paidAt === null ? [] : [{ key: 'paid', name: t('money.share.paidAt'), value: dateTime(paidAt) }]),
  ];
  return (
    <Stack>
      <p>{t(withdrawn === null ? 'money.share.formula' : 'money.share.formula.withdrawal')}</p>
      <Facts items={facts} />
      {share.status === 'nothing' && <Notice>{t('money.share.nothing')}</Notice>}
    </Stack>
  );
}
