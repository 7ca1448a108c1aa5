import { useWords } from '../words/context.tsx';
import { daysIn, partsOfDate, wholeDate, withDatePart, type DatePart, type DateParts } from '../form/dateParts.ts';
import { FieldError } from './Field.tsx';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';
import styles from './DateField.module.css';
import { useId, type ReactNode } from 'react';

interface DateFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  /** YYYY-MM-DD, each part empty until it is chosen. */
  readonly value: string;
  readonly onDate: (date: string) => void;
  readonly years: { readonly from: number; readonly till: number };
  readonly isYearFirst?: boolean | undefined;
}

/** A date by its parts (document 2 §5), in the order of the reader's language; for birthdays, which no one looks for in a calendar. */
export default function DateField({
  name,
  label,
  help,
  error,
  isOptional,
  value,
  onDate,
  years,
  isYearFirst = false,
}: DateFieldProps) {
  const { t, tag, monthName } = useWords();
  const id = useId();
  const parts = partsOfDate(value);
  const options = optionsOf(parts, years);
  const isWhole = wholeDate(value) !== '';
  const described = [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`].join(' ').trim();
  return (
    <fieldset className={styles.date} aria-describedby={described || undefined}>
      <legend className={fieldStyles.label}>
        {label}
        {isOptional && <span className={fieldStyles.optional}>{t('ui.field.optional')}</span>}
      </legend>
      {help !== undefined && (
        <div className={fieldStyles.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      <div className={styles.parts}>
        {(isYearFirst ? yearFirst : partsInOrder(tag)).map((part) => (
          <span key={part} className={fieldStyles.joined} data-part={part}>
            <select
              className={fieldStyles.input}
              name={`${name}-${part}`}
              aria-label={t(`ui.date.${part}`)}
              aria-invalid={error !== undefined && (isWhole || parts[part] === '') ? true : undefined}
              autoComplete={`bday-${part}`}
              value={parts[part]}
              onChange={(event) => onDate(withDatePart(value, part, event.target.value))}
            >
              <option value="" disabled>
                {t(`ui.date.${part}`)}
              </option>
              {options[part].map((each) => (
                <option key={each} value={each}>
                  {part === 'month' && !isYearFirst ? monthName(Number(each)) : Number(each)}
                </option>
              ))}
            </select>
            <span className={fieldStyles.mark}>
              <Icon name="down" size={18} />
            </span>
          </span>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

function optionsOf(parts: DateParts, years: DateFieldProps['years']): Readonly<Record<DatePart, readonly string[]>> {
  return { day: range(1, daysIn(parts)), month: range(1, 12), year: range(years.from, years.till).toReversed() };
}

function range(from: number, till: number): string[] {
  return Array.from({ length: till - from + 1 }, (_none, index) => String(from + index).padStart(2, '0'));
}

const yearFirst: readonly DatePart[] = ['year', 'month', 'day'];

/** Day, month and year as the language writes them. */
function partsInOrder(tag: string): readonly DatePart[] {
  const written = new Intl.DateTimeFormat(tag, { calendar: 'gregory', dateStyle: 'short' }).formatToParts(0);
  return written.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}
