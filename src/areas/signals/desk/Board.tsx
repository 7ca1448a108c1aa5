import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract, type DeskSignal, type SignalResults } from '../contract.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { NewSignal } from './NewSignal.tsx';
import styles from './Board.module.css';

const { calls, deskPages } = signalsContract;
type Told = AnswerOf<typeof calls.board>;

/** Every signal, the newest first: posting one, and correcting what holds. */
export default function Board() {
  const { t } = useWords();
  const pages = usePages();
  const { after } = pages;
  const read = useRead(calls.board, after === undefined ? {} : { after }, { everyMs: 30_000 });
  const [dialog, setDialog] = useState<'post' | DeskSignal>();
  const close = (): void => setDialog(undefined);
  return (
    <>
      <ScreenHead title={t('desk.nav.signals')} text={t('signals.desk.text')} />
      <Stack>
        <div className={styles.actions}>
          <Button icon="plus" onClick={() => setDialog('post')}>
            {t('signals.desk.post')}
          </Button>
          <LinkButton look="plain" icon="clock" to={{ page: deskPages.holidays }}>
            {t('signals.desk.holidays')}
          </LinkButton>
        </div>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {(told) => (
            <>
              <Results results={told.results} />
              <Signals told={told} onCorrect={setDialog} />
              <Pager pages={pages} next={told.next} label={t('signals.desk.pages')} />
            </>
          )}
        </Loaded>
      </Stack>
      {dialog === 'post' && read.data && <NewSignal today={read.data.today} onClose={close} />}
      {dialog !== undefined && dialog !== 'post' && <CorrectDialog signal={dialog} onClose={close} />}
    </>
  );
}

function Results({ results }: { readonly results: SignalResults }) {
  const { t, number } = useWords();
  const { hit_rate: rate } = results;
  return (
    <Card title={t('signals.desk.results')}>
      <Facts
        items={[
          {
            key: 'rate',
            name: t('signals.desk.rate'),
            value: rate === null ? t('signals.desk.none') : t('signals.desk.percent', { value: number(rate, 1) }),
          },
          ...(['target', 'stop', 'expired', 'open'] as const).map((key) => ({
            key,
            name: t(`signals.desk.count.${key}`),
            value: number(results[key]),
          })),
        ]}
      />
    </Card>
  );
}

interface SignalsProps {
  readonly told: Told;
  readonly onCorrect: (signal: DeskSignal) => void;
}

function Signals({ told, onCorrect }: SignalsProps) {
  const { t } = useWords();
  const columns = useColumns(onCorrect);
  if (told.signals.length === 0)
    return <EmptyState picture="chart" title={t('signals.desk.empty')} text={t('signals.desk.empty.text')} />;
  return (
    <Card title={t('signals.desk.list')} isFlush>
      <Table label={t('signals.desk.list')} isDense rows={told.signals} rowKey={({ id }) => id} columns={columns} />
    </Card>
  );
}

const tones = { posted: 'note', corrected: 'warn', closed: 'still' } as const;

function useColumns(onCorrect: (signal: DeskSignal) => void): readonly Column<DeskSignal>[] {
  const { t, date } = useWords();
  return [
    {
      key: 'instrument',
      title: t('signals.desk.instrument'),
      cell: ({ instruments, side }) => `${instruments} · ${t(`signals.desk.side.${side}`)}`,
    },
    {
      key: 'session',
      title: t('signals.desk.session'),
      cell: ({ date: day, time_session: session }) => `${date(`${day}T12:00:00Z`)} · ${session}`,
    },
    {
      key: 'levels',
      title: t('signals.desk.levels'),
      cell: ({ entry, stop, targets }) => <bdi dir="ltr">{`${entry} / ${stop} / ${targets.join(' · ')}`}</bdi>,
    },
    { key: 'status', title: t('signals.desk.status'), cell: (signal) => <State signal={signal} /> },
    {
      key: 'result',
      title: t('signals.desk.result'),
      isFigures: true,
      cell: ({ result_points: points }) => points,
    },
    { key: 'by', title: t('signals.desk.by'), cell: ({ posted_by: by }) => by },
    {
      key: 'correct',
      title: '',
      onPhone: 'action',
      cell: (signal) =>
        signal.outcome === null && (
          <Button look="plain" size="small" onClick={() => onCorrect(signal)}>
            {t('signals.desk.correct')}
          </Button>
        ),
    },
  ];
}

function State({ signal: { outcome, post_status: status, corrections } }: { readonly signal: DeskSignal }) {
  const { t } = useWords();
  const words = outcome === null ? t(`signals.desk.status.${status}`) : t(`signals.desk.outcome.${outcome}`);
  const times =
    corrections.length === 0 || outcome === null ? '' : ` ${t('signals.desk.corrected', { count: corrections.length })}`;
  return <Status tone={outcome === 'target' ? 'gain' : outcome === 'stop' ? 'loss' : tones[status]}>{`${words}${times}`}</Status>;
}
