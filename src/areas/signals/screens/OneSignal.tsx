import { useMemo } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { CandleChart, type Level } from '../../../ui/components/CandleChart.tsx';
import { Card, Columns, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract, type DaysSession, type Signal } from '../contract.ts';
import { Corrections } from './Corrections.tsx';
import { Outcome } from './Outcome.tsx';
import { useSessionName } from './sessionName.ts';
import styles from './Signals.module.css';

const { calls } = signalsContract;

interface OneSignalProps {
  readonly signal: Signal;
  readonly session: DaysSession;
}

/** One signal: its levels across the market's candles, and what became of it. */
export function OneSignal({ signal, session }: OneSignalProps) {
  const { t } = useWords();
  return (
    <Columns kind="main-aside">
      <Stack>
        <Chart signal={signal} />
        {signal.corrections.length > 0 && <Corrections signal={signal} />}
      </Stack>
      <Stack>
        <Terms signal={signal} session={session} />
        <Card title={t('signals.course')}>
          <Outcome signal={signal} />
        </Card>
      </Stack>
    </Columns>
  );
}

const tones = { posted: 'note', corrected: 'warn', closed: 'still' } as const;

function Terms({ signal, session }: OneSignalProps) {
  const { t, date, dateTime } = useWords();
  const { name, hours } = useSessionName(session);
  const price = (value: string) => <Figures value={value} />;
  return (
    <Card
      title={`${signal.instruments} · ${t(`signals.side.${signal.side}`)}`}
      aside={<Status tone={tones[signal.post_status]}>{t(`signals.status.${signal.post_status}`)}</Status>}
    >
      <Stack>
        <p className={styles.when}>
          {date(`${signal.date}T12:00:00Z`)} · {name} · <span className={styles.quiet}>{hours}</span>
        </p>
        {signal.market_holidays.map(({ market, name: holiday }) => (
          <Notice key={market}>{t('signals.holiday', { market: t(`signals.market.${market}`), holiday })}</Notice>
        ))}
        <Facts
          items={[
            { key: 'entry', name: t('signals.entry'), value: price(signal.entry) },
            { key: 'stop', name: t('signals.stop'), value: price(signal.stop) },
            ...signal.targets.map((target, index) => ({
              key: `target${index}`,
              name: t('signals.target', { number: index + 1 }),
              value: price(target),
            })),
            { key: 'posted', name: t('signals.posted'), value: dateTime(signal.date_time) },
            { key: 'expires', name: t('signals.expires'), value: dateTime(signal.expires_at) },
          ]}
        />
        {signal.comment !== '' && <p dir="auto">{signal.comment}</p>}
      </Stack>
    </Card>
  );
}

function Chart({ signal }: { readonly signal: Signal }) {
  const { t } = useWords();
  const asked = { instrument: signal.instruments, signal: signal.id };
  const read = useRead(calls.candles, asked);
  const picture = useDownload(calls.chart);
  const levels = useLevels(signal);
  return (
    <Card
      title={t('signals.chart')}
      aside={
        <Button
          look="plain"
          size="small"
          icon="download"
          isBusy={picture.bytes !== undefined}
          onClick={() => void picture.start(asked)}
        >
          {t('signals.picture')}
        </Button>
      }
    >
      <WriteFailure failure={picture.failure} />
      <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
        {({ candles, digits }) => (
          <CandleChart
            label={t('signals.chart.label', { instrument: signal.instruments })}
            candles={candles}
            digits={digits}
            now={undefined}
            levels={levels}
          />
        )}
      </Loaded>
    </Card>
  );
}

function useLevels({ entry, stop, targets }: Signal): readonly Level[] {
  const { t } = useWords();
  const all: readonly Level[] = [
    { key: 'entry', price: entry, name: t('signals.entry'), tone: 'ink-soft' },
    { key: 'stop', price: stop, name: t('signals.stop'), tone: 'loss' },
    ...targets.map((price, index): Level => ({
      key: `target${index}`,
      price,
      name: t('signals.target', { number: index + 1 }),
      tone: 'gain',
    })),
  ];
  const text = JSON.stringify(all);
  return useMemo(() => JSON.parse(text) as readonly Level[], [text]);
}
