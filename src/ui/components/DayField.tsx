import '@mantine/core/styles/Input.css';
import '@mantine/dates/styles.css';
import './DayField.css';
import { DatePickerInput } from '@mantine/dates';
import { useWords } from '../words/context.tsx';
import { FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface DayFieldProps {
  readonly label: string;
  /** `yyyy-MM-dd` */
  readonly value: string;
  readonly onDay: (day: string) => void;
  readonly first: string;
  readonly last: string;
  readonly help?: string;
  readonly error?: string | undefined;
}

const monday = 1;

/** A day out of a calendar whose weeks start on Monday, in every language; between two days, both included. */
export function DayField({ label, value, onDay, first, last, help, error }: DayFieldProps) {
  const { date, tag, t } = useWords();
  const named = (options: Intl.DateTimeFormatOptions) => (day: string) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T12:00:00Z`));
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(aria) => (
        <DatePickerInput
          {...aria}
          className="day-field"
          value={value}
          onChange={(day) => day !== null && onDay(day)}
          minDate={first}
          maxDate={last}
          firstDayOfWeek={monday}
          maxLevel="year"
          hideOutsideDates
          // The calendar is named by the button that opens it.
          popoverProps={{ id: aria.id }}
          rightSection={<Icon name="down" size={18} />}
          rightSectionPointerEvents="none"
          valueFormatter={() => date(`${value}T12:00:00Z`)}
          weekdayFormat={named({ weekday: shortWeekday(tag) })}
          monthLabelFormat={named({ month: 'long', year: 'numeric' })}
          monthsListFormat={named({ month: 'short' })}
          ariaLabels={{
            nextMonth: t('ui.calendar.nextMonth'),
            previousMonth: t('ui.calendar.previousMonth'),
            nextYear: t('ui.calendar.nextYear'),
            previousYear: t('ui.calendar.previousYear'),
            monthLevelControl: t('ui.calendar.month'),
          }}
          getDayProps={(day) => ({ 'aria-label': date(`${day.slice(0, 10)}T12:00:00Z`) })}
        />
      )}
    </FieldFrame>
  );
}

const narrowest = 4;

/** Where a language's short names of days are whole words (Arabic), its letters stand for them. */
function shortWeekday(tag: string): 'short' | 'narrow' {
  const wednesday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(new Date('2026-03-04T12:00:00Z'));
  return wednesday.length > narrowest ? 'narrow' : 'short';
}
