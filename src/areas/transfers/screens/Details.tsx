import { lazy, Suspense, useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { TransferStatusPill } from '../../../ui/components/Status.tsx';
import { Timeline } from '../../../ui/components/Timeline.tsx';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { goToPaymentPage } from '../../../ui/money/goToPaymentPage.ts';
import { Split } from '../../../ui/money/Split.tsx';
import { transferTitle } from '../../../ui/money/TransferTable.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { TransferDetails } from '../../../protocol/payment.ts';
import { transfersContract } from '../contract.ts';
import { AfterPaying } from './AfterPaying.tsx';
import { MoveOn } from './MoveOn.tsx';
import { NewAccount } from './NewAccount.tsx';
import { hasEnded, timelineOf } from './timeline.ts';
import styles from './Details.module.css';
import { TransferFacts } from './TransferFacts.tsx';

// Few transfers have any, and forms bring their schemas along.
const Papers = lazy(() => import('./Papers.tsx'));

const { calls, pages } = transfersContract;
/** The live line tells at once; this is for when it is down. */
const askAgainMs = 5000;

/** One transfer and its timeline, which goes on by itself. */
export default function Details({ params }: ScreenProps<typeof pages.details>) {
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  const read = useRead(calls.transfers, { tid: String(params.id) }, isOver ? {} : { everyMs: askAgainMs });
  const answer = read.data;
  const transfer = answer !== undefined && 'transfer' in answer ? answer.transfer : undefined;
  useTitle(transfer && `${transferTitle(transfer, t)} · ${transfer.id}`);
  if (transfer && hasEnded(transfer.status) !== isOver) setOver(!isOver);
  return (
    <>
      <ScreenHead
        title={transfer ? transferTitle(transfer, t) : t('page.transfer')}
        back={<BackLink to={{ page: pages.overview }}>{t('page.transfers')}</BackLink>}
      />
      <Loaded read={{ ...read, data: transfer }} skeleton={<SkeletonCard lines={8} />}>
        {(found) => <TimelineCard transfer={found} />}
      </Loaded>
    </>
  );
}

function TimelineCard({ transfer }: { readonly transfer: TransferDetails }) {
  const { t } = useWords();
  const { timeline, next } = transfer;
  const entries = timelineOf(transfer).map(({ key, text, state, at }) => ({
    key,
    title: text,
    state,
    at,
    detail: state === 'now' && next ? <Next next={next} id={transfer.id} /> : undefined,
  }));
  return (
    <Columns kind="main-aside">
      <Stack>
        <Card>
          <div className={styles.head}>
            <div aria-live="polite">
              <TransferStatusPill status={transfer.status} />
            </div>
            <Amount value={transfer.amount} currency={transfer.currency} size="display" />
            {transfer.reason !== null && <p className={styles.reason}>{transfer.reason}</p>}
            <Actions transfer={transfer} />
            {transfer.status === 'completed' && <AfterPaying transfer={transfer} />}
            {transfer.needs_paper !== null && <NewAccount key={transfer.id} kind={transfer.needs_paper} />}
            {transfer.move_on && <MoveOn move={transfer.move_on} />}
          </div>
        </Card>
        <Card title={t('history.timeline')}>
          <div aria-live="polite">
            <Timeline entries={entries} label={t('history.timeline')} />
          </div>
          {timeline.length === 0 && <p>{t('history.timeline.none')}</p>}
        </Card>
        {transfer.split && transfer.split.lines.length > 0 && (
          <Card>
            <Split split={transfer.split} currency={transfer.currency} />
          </Card>
        )}
        {(transfer.takes_paper || transfer.papers.length > 0) && (
          <Suspense fallback={<SkeletonCard lines={3} />}>
            <Papers transfer={transfer} />
          </Suspense>
        )}
      </Stack>
      <Card title={t('history.facts')}>
        <TransferFacts transfer={transfer} />
      </Card>
    </Columns>
  );
}

/** Who acts next, what is to happen, until when, and what becomes of it when that is late. */
function Next({ next, id }: { readonly next: NonNullable<TransferDetails['next']>; readonly id: number }) {
  const { t, dateTime } = useWords();
  const { who, text, until, late } = next;
  return (
    <div className={styles.next}>
      <p>
        <strong>{t(`history.who.${who}`)}</strong>
      </p>
      <p>{text}</p>
      {until !== null && late === null && (
        <p>{t(who === 'client' ? 'history.until' : 'history.usually', { until: dateTime(until) })}</p>
      )}
      {late !== null && (
        <Notice tone="warn" title={t('history.late')} action={<Contact subject={String(id)} />}>
          {late}
        </Notice>
      )}
    </div>
  );
}

/** What the client can do about it now. */
function Actions({ transfer }: { readonly transfer: TransferDetails }) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const accept = useWrite(calls.accept);
  const isCancelShut = useGate('cancel_transfer') !== undefined;
  const shut = { deposit: useGate('deposit'), withdraw: useGate('withdraw'), transfer: useGate('transfer') };
  const { redirect, can_accept: canAccept, status, transfer_type: type } = transfer;
  const canCancel = transfer.can_cancel && !isCancelShut;
  const hasFallenThrough = type !== 'reversal' && ['declined', 'cancelled', 'failed'].includes(status);
  const again = hasFallenThrough && !shut[type] ? formsAgain[type] : undefined;
  if (!redirect && !canAccept && !canCancel && !again) return null;
  return (
    <>
      <WriteFailure failure={accept.error} />
      <div className={styles.actions}>
        {redirect && <Button onClick={() => goToPaymentPage(redirect)}>{t('history.pay')}</Button>}
        {canAccept && (
          <Button isBusy={accept.isPending} onClick={() => accept.mutate({ tid: transfer.id })}>
            {t('history.accept')}
          </Button>
        )}
        {canCancel && (
          <Button look="plain" onClick={() => setAsking(true)}>
            {t('history.cancel')}
          </Button>
        )}
        {again && (
          <LinkButton
            to={{
              page: again,
              query: { acc: transfer.account_number, currency: transfer.currency, amount: transfer.amount },
            }}
          >
            {t('history.again')}
          </LinkButton>
        )}
      </div>
      <CancelDialog id={transfer.id} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** Where a client tries again what has not come to pass, with the same account and amount. */
const formsAgain = { deposit: pageLinks.deposit, withdraw: pageLinks.withdraw, transfer: pageLinks.internal } as const;

function CancelDialog({ id, isOpen, onClose }: { readonly id: number; readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useWords();
  const cancel = useWrite(calls.cancel);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('history.cancel.title')}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('history.cancel.keep')}
          </Button>
          <Button look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate({ tid: id }, { onSuccess: onClose })}>
            {t('history.cancel')}
          </Button>
        </>
      }
    >
      <WriteFailure failure={cancel.error} />
      <p>{t('history.cancel.text')}</p>
    </Dialog>
  );
}
