import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { TransferStatusPill } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Timeline, type TimelineEntry } from '../../../ui/components/Timeline.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { transferTitle } from '../../../ui/money/TransferTable.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { TransferDetails, TransferStatus, transferLine } from '../../../protocol/payment.ts';
import { clientsContract } from '../contract.ts';
import styles from './Section.module.css';

const { calls } = clientsContract;
type Line = z.infer<typeof transferLine>;

/** A client's transfers; a row opens its timeline, as the client sees it. */
export function Transfers({ clientId }: { readonly clientId: string }) {
  const words = useWords();
  const { t } = words;
  const pages = usePages();
  const [opened, setOpened] = useState<Line>();
  const read = useRead(
    calls.transfers,
    { client_id: clientId, ...(pages.after === undefined ? {} : { after: pages.after }) },
    { keepsLast: true },
  );
  return (
    <Card title={t('clients.section.transfers')} isFlush>
      <Loaded read={read}>
        {({ transfers, next }) => (
          <>
            {transfers.length === 0 ? (
              <p className={styles.none}>{t('clients.transfers.none')}</p>
            ) : (
              <Table
                label={t('clients.section.transfers')}
                isDense
                rows={transfers}
                rowKey={({ id }) => id}
                onRow={setOpened}
                columns={columnsIn(words)}
              />
            )}
            <Pager pages={pages} next={next} label={t('clients.transfers.pages')} />
          </>
        )}
      </Loaded>
      {opened && <OneTransfer clientId={clientId} id={opened.id} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function columnsIn({ t, dateTime }: Words): readonly Column<Line>[] {
  return [
    { key: 'id', title: t('clients.transfer'), cell: ({ id }) => id },
    { key: 'what', title: t('clients.transfer.what'), cell: (transfer) => transferTitle(transfer, t) },
    {
      key: 'at',
      title: t('clients.transfer.at'),
      cell: ({ created_at: at }) => <time dateTime={at}>{dateTime(at)}</time>,
    },
    { key: 'status', title: t('clients.status'), cell: ({ status }) => <TransferStatusPill status={status} /> },
    {
      key: 'amount',
      title: t('clients.transfer.amount'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
}

interface OneTransferProps {
  readonly clientId: string;
  /** Its number. */
  readonly id: number;
  readonly onClose: () => void;
}

export function OneTransfer({ clientId, id, onClose }: OneTransferProps) {
  const { t } = useWords();
  const read = useRead(calls.transfer, { client_id: clientId, transfer_id: String(id) });
  return (
    <Dialog isOpen onClose={onClose} title={t('clients.transfer.title', { id: String(id) })} size="wide">
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ transfer }) => <TimelineCard transfer={transfer} />}
      </Loaded>
    </Dialog>
  );
}

function TimelineCard({ transfer }: { readonly transfer: TransferDetails }) {
  const { t, dateTime, money } = useWords();
  const { next, rate, reason } = transfer;
  return (
    <div className={styles.timeline}>
      <Facts
        items={[
          { key: 'what', name: t('clients.transfer.what'), value: transferTitle(transfer, t) },
          { key: 'status', name: t('clients.status'), value: <TransferStatusPill status={transfer.status} /> },
          { key: 'amount', name: t('clients.transfer.amount'), value: money(transfer.amount, transfer.currency) },
          {
            key: 'arrives',
            name: t('clients.transfer.arrives'),
            value: money(transfer.account_amount, transfer.account_currency),
          },
          ...(rate === null ? [] : [{ key: 'rate', name: t('clients.transfer.rate'), value: rate }]),
          { key: 'fee', name: t('clients.transfer.fee'), value: money(transfer.fee, transfer.currency) },
          ...(reason === null ? [] : [{ key: 'reason', name: t('clients.transfer.reason'), value: reason }]),
          ...(next === null
            ? []
            : [
                {
                  key: 'next',
                  name: t('clients.transfer.next'),
                  value:
                    next.until === null
                      ? next.text
                      : t('clients.transfer.until', { text: next.text, until: dateTime(next.until) }),
                },
              ]),
        ]}
      />
      <Timeline entries={timelineOf(transfer)} label={t('clients.transfer.timeline')} />
    </div>
  );
}

const ended: ReadonlySet<TransferStatus> = new Set(['completed', 'declined', 'cancelled', 'failed']);

/** All but the last are behind; the last is where the transfer stands or how it ended. */
function timelineOf({ timeline, status }: TransferDetails): readonly TimelineEntry[] {
  const last = !ended.has(status) ? 'now' : status === 'completed' ? 'done' : 'stopped';
  return timeline.map(({ code, text, at }, index) => ({
    key: `${index}-${code}`,
    title: text,
    at,
    state: index < timeline.length - 1 ? 'done' : last,
  }));
}
