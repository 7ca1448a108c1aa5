import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/dates/styles.css';
import './DayCalendar.css';
import { DatePickerInput } from '@mantine/dates';
import { Theme } from '../theme/Theme.tsx';
import { useWords } from '../words/context.tsx';
import type { ControlAria } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface DayCalendarProps {
  readonly aria: ControlAria;
  /** `yyyy-MM-dd`; empty: any day. */
  readonly value: string;
  readonly onDay: (day: string) => void;
  /** The first and the last day that can be taken; without them from the earliest of all on. */
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  /** Whether it can be emptied. */
  readonly isOptional?: boolean;
}

const monday = 1;

/** Document 3 §9: before it no calendar of the portal begins. */
const earliestDay = '2017-01-01';

/** The calendar itself, with the library that draws it; fetched when a field wants it. */
export default function DayCalendar({ aria, value, onDay, first, last, isOptional = false }: DayCalendarProps) {
  const { date, tag, t } = useWords();
  const named = (options: Intl.DateTimeFormatOptions) => (day: string) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T12:00:00Z`));
  const nearest = value === '' ? (first ?? last) : value;
  return (
    <Theme>
      <DatePickerInput
        {...aria}
        className="day-field"
        value={value === '' ? null : value}
        onChange={(day) => onDay(day ?? '')}
        // While no day is taken, it opens where one can be: beside the other end of a period.
        {...(nearest === undefined ? {} : { defaultDate: nearest })}
        minDate={first ?? earliestDay}
        {...(last === undefined ? {} : { maxDate: last })}
        placeholder={t('ui.calendar.any')}
        clearable={isOptional}
        clearButtonProps={{ 'aria-label': t('ui.calendar.clear') }}
        firstDayOfWeek={monday}
        maxLevel="year"
        hideOutsideDates
        // The calendar is named by the button that opens it.
        popoverProps={{ id: aria.id }}
        {...(isOptional && value !== ''
          ? {}
          : { rightSection: <Icon name="down" size={18} />, rightSectionPointerEvents: 'none' as const })}
        valueFormatter={() => (value === '' ? '' : date(`${value}T12:00:00Z`))}
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
    </Theme>
  );
}

const narrowest = 4;

/** Where a language's short names of days are whole words (Arabic), its letters stand for them. */
function shortWeekday(tag: string): 'short' | 'narrow' {
  const wednesday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(new Date('2026-03-04T12:00:00Z'));
  return wednesday.length > narrowest ? 'narrow' : 'short';
}
