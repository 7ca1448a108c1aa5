import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { signalsContract, type DaysSession } from '../contract.ts';
import { useSessionName } from './sessionName.ts';
import styles from './Signals.module.css';

interface ChooseSessionProps {
  readonly instrument: string;
  readonly date: string;
  readonly span: { readonly first: string; readonly last: string };
  readonly onChoose: (chosen: { readonly date: string; readonly session: number }) => void;
  readonly onClose: () => void;
}

/** Document 3 §2: the date first, then the session. */
export function ChooseSession({ instrument, date: before, span, onChoose, onClose }: ChooseSessionProps) {
  const { t } = useWords();
  const [date, setDate] = useState(before);
  const read = useRead(signalsContract.calls.ofInstrument, { instrument, date });
  return (
    <Dialog isOpen title={t('signals.choose')} onClose={onClose}>
      <div className={styles.choice}>
        <DayField
          label={t('signals.date')}
          value={date}
          first={span.first}
          last={before > span.last ? before : span.last}
          onDay={(day) => setDate(day === '' ? before : day)}
        />
        <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
          {({ sessions }) => (
            <ul className={styles.sessions} aria-label={t('signals.sessions')}>
              {sessions.map((session) => (
                <li key={session.time_session}>
                  <button
                    type="button"
                    className={styles.session}
                    onClick={() => onChoose({ date, session: session.time_session })}
                  >
                    <Session session={session} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Session({ session }: { readonly session: DaysSession }) {
  const { t } = useWords();
  const { name, hours } = useSessionName(session);
  const state = session.holiday ?? t(session.has_signal ? 'signals.session.has' : 'signals.session.has.none');
  return (
    <>
      <strong>{name}</strong>
      <span>{hours}</span>
      <span className={styles.quiet}>{state}</span>
    </>
  );
}
