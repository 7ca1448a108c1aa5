import { useState } from 'react';
import { signalInstrumentNames, signalSessions, type SignalInstrument, type SignalSession } from '../../../law/signals.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract } from '../contract.ts';
import { LevelsFields, levelFields, sentLevels, type TypedLevels } from './LevelsFields.tsx';
import styles from './Board.module.css';

const { calls } = signalsContract;

interface Typed extends TypedLevels {
  readonly instrument: SignalInstrument;
  readonly date: string;
  readonly session: SignalSession;
}

const [firstInstrument = 'EURUSD'] = signalInstrumentNames;

/** A signal for a session: whether it buys or sells follows from where its stop stands. */
export function NewSignal({ today, onClose }: { readonly today: string; readonly onClose: () => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState<Typed>({
    instrument: firstInstrument,
    date: today,
    session: 2,
    entry: '',
    stop: '',
    targets: '',
    comment: '',
  });
  const post = useWrite(calls.post);
  const change = (changed: Partial<Typed>): void => setTyped({ ...typed, ...changed });
  const act = async (reason: string): Promise<void> => {
    const { instrument, date, session } = typed;
    await post.mutateAsync({ instrument, date, session, ...sentLevels(typed), reason });
    showToast({ tone: 'gain', title: t('signals.desk.posted') });
  };
  return (
    <ReasonDialog
      name="signals/post"
      title={t('signals.desk.post')}
      verb={t('signals.desk.post.verb')}
      fields={['instrument', 'date', 'session', ...levelFields]}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <div className={styles.stack}>
          <Which typed={typed} errors={errors} onTyped={change} />
          <PriceNow instrument={typed.instrument} />
          <LevelsFields typed={typed} errors={errors} onTyped={change} />
        </div>
      )}
    </ReasonDialog>
  );
}

interface WhichProps {
  readonly typed: Typed;
  readonly errors: Readonly<Record<string, string>>;
  readonly onTyped: (changed: Partial<Typed>) => void;
}

/** For what, and when: the sessions of the date with their hours. */
function Which({ typed, errors, onTyped }: WhichProps) {
  const { t, time } = useWords();
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(typed.date);
  const read = useRead(calls.board, { date: typed.date }, { enabled: isDate });
  const sessions = read.data?.sessions ?? [];
  const nameOf = (number: SignalSession): string => {
    const session = sessions.find((each) => each.time_session === number);
    if (!session) return String(number);
    const { market, starts_at: from, ends_at: till, season, holiday } = session;
    const name = t('signals.desk.session.of', { number, market: t(`signals.desk.market.${market}`) });
    const hours = t(`signals.desk.hours.${season ?? 'same'}`, { from: time(from), till: time(till) });
    return holiday === null ? `${name} · ${hours}` : `${name} · ${holiday}`;
  };
  return (
    <>
      <SelectField
        name="instrument"
        label={t('signals.desk.instrument')}
        error={errors['instrument']}
        value={typed.instrument}
        onChange={({ target }) => {
          const instrument = signalInstrumentNames.find((each) => each === target.value);
          if (instrument) onTyped({ instrument });
        }}
        options={signalInstrumentNames.map((value) => ({ value, label: value }))}
      />
      <TextField
        name="date"
        label={t('signals.desk.date')}
        help={t('signals.desk.date.help')}
        error={errors['date']}
        value={typed.date}
        onChange={({ target }) => onTyped({ date: target.value.trim() })}
      />
      <SelectField
        name="session"
        label={t('signals.desk.session')}
        error={errors['session']}
        value={String(typed.session)}
        onChange={({ target }) => {
          const session = signalSessions.find((each) => String(each) === target.value);
          if (session) onTyped({ session });
        }}
        options={signalSessions.map((value) => ({ value: String(value), label: nameOf(value) }))}
      />
    </>
  );
}

function PriceNow({ instrument }: { readonly instrument: SignalInstrument }) {
  const { t, dateTime } = useWords();
  const read = useRead(calls.price, { instrument }, { everyMs: 5000 });
  if (!read.data) return <p className={styles.quiet}>{t(read.error ? 'signals.desk.price.away' : 'signals.desk.price.asked')}</p>;
  const { bid, ask, at } = read.data;
  return <p className={styles.quiet}>{t('signals.desk.price', { bid, ask, at: dateTime(at) })}</p>;
}
