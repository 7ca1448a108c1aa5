import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract, type DaysSession } from '../contract.ts';
import { ChooseSession } from './ChooseSession.tsx';
import { OneSignal } from './OneSignal.tsx';
import { Results } from './Results.tsx';
import styles from './Signals.module.css';

const { pages, calls } = signalsContract;

type Told = AnswerOf<typeof calls.instruments>;
type Instrument = Told['instruments'][number];

/** What the broker's analyst expects of an instrument, session by session, and what became of it. */
export default function Signals({ query }: ScreenProps<typeof pages.signals>) {
  const { t } = useWords();
  const read = useRead(calls.instruments, {});
  return (
    <>
      <ScreenHead title={t('signals.title')} text={t('signals.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
        {(told) => <Shown told={told} query={query} />}
      </Loaded>
    </>
  );
}

function Shown({ told, query }: { readonly told: Told } & Pick<ScreenProps<typeof pages.signals>, 'query'>) {
  const open = useOpen();
  const chosen = told.instruments.find(({ instrument }) => instrument === query.instrument) ?? told.instruments[0];
  if (!chosen) return null;
  const date = query.date ?? chosen.latest?.date ?? told.today;
  const session = query.session ?? (query.date === undefined ? chosen.latest?.time_session : undefined);
  const show = (next: { readonly instrument?: string; readonly date?: string; readonly session?: string }): void =>
    open({ page: pages.signals, query: { instrument: chosen.instrument, ...next } }, { replace: true });
  return (
    <Stack>
      <Question told={told} chosen={chosen} date={date} onChange={show} />
      <OfSession chosen={chosen} date={date} session={session === undefined ? undefined : Number(session)} />
      <Results all={told.results} own={chosen} />
    </Stack>
  );
}

interface QuestionProps {
  readonly told: Told;
  readonly chosen: Instrument;
  readonly date: string;
  readonly onChange: (next: { readonly instrument?: string; readonly date?: string; readonly session?: string }) => void;
}

function Question({ told, chosen, date, onChange }: QuestionProps) {
  const { t } = useWords();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Card>
      <div className={styles.question}>
        <SelectField
          label={t('signals.instrument')}
          value={chosen.instrument}
          options={told.instruments.map(({ instrument }) => ({ value: instrument, label: instrument }))}
          onChange={({ target }) => onChange({ instrument: target.value })}
        />
        <Button look="plain" icon="clock" onClick={() => setChoosing(true)}>
          {t('signals.choose')}
        </Button>
      </div>
      {isChoosing && (
        <ChooseSession
          instrument={chosen.instrument}
          date={date}
          span={{ first: told.first_date, last: told.today }}
          onClose={() => setChoosing(false)}
          onChoose={(next) => {
            setChoosing(false);
            onChange({ date: next.date, session: String(next.session) });
          }}
        />
      )}
    </Card>
  );
}

interface OfSessionProps {
  readonly chosen: Instrument;
  readonly date: string;
  readonly session: number | undefined;
}

/** The signal of that session; of a date alone, its last one. */
function OfSession({ chosen: { instrument }, date, session }: OfSessionProps) {
  const read = useRead(calls.ofInstrument, { instrument, date });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
      {({ fxtm_signals: { signal: signals, no_data: isNone }, sessions }) => {
        const number = session ?? signals.at(-1)?.time_session;
        const signal = signals.find((each) => each.time_session === number);
        const of = sessions.find((each) => each.time_session === number);
        if (!isNone && signal && of) return <OneSignal signal={signal} session={of} />;
        return <NoData date={date} session={of} />;
      }}
    </Loaded>
  );
}

/** Document 3 §8: no data sets a flag, and the screen says so. */
function NoData({ date, session }: { readonly date: string; readonly session: DaysSession | undefined }) {
  const { t, date: dateOf } = useWords();
  const day = dateOf(`${date}T12:00:00Z`);
  const rests = session?.holiday ?? null;
  const text =
    session === undefined
      ? t('signals.none.day', { date: day })
      : rests === null
        ? t('signals.none.session', { session: session.time_session, date: day })
        : t('signals.none.holiday', { market: t(`signals.market.${session.market}`), date: day, holiday: rests });
  return (
    <Card>
      <EmptyState picture="chart" title={t('signals.none.title')} text={text} />
    </Card>
  );
}
