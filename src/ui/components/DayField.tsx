import { lazy, Suspense } from 'react';
import { useWords } from '../words/context.tsx';
import type { DayCalendarProps } from './DayCalendar.tsx';
import { FieldFrame } from './Field.tsx';
import styles from './Field.module.css';

const DayCalendar = lazy(() => import('./DayCalendar.tsx'));

interface DayFieldProps extends Omit<DayCalendarProps, 'aria'> {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
}

/** A day out of a calendar whose weeks start on Monday, in every language; between two days, both included. */
export function DayField({ label, help, error, ...calendar }: DayFieldProps) {
  const { t, date } = useWords();
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(aria) => (
        <Suspense
          fallback={
            <button type="button" {...aria} className={styles.input} aria-busy disabled>
              {calendar.value === '' ? t('ui.calendar.any') : date(`${calendar.value}T12:00:00Z`)}
            </button>
          }
        >
          <DayCalendar aria={aria} {...calendar} />
        </Suspense>
      )}
    </FieldFrame>
  );
}
