import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import styles from './Choice.module.css';
import { FieldError, FieldFrame, type FieldFrameProps } from './Field.tsx';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly isDisabled?: boolean;
}

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'>;

/** One of many; the device's own list, which every hand and every reader knows. */
export function SelectField({
  label,
  help,
  note,
  error,
  isOptional,
  options,
  ...rest
}: FieldFrameProps & SelectProps & { readonly options: readonly Option[] }) {
  return (
    <FieldFrame label={label} help={help} note={note} error={error} {...(isOptional === undefined ? {} : { isOptional })}>
      {(aria) => (
        <span className={fieldStyles.joined}>
          <select {...rest} {...aria} className={fieldStyles.input}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={fieldStyles.mark}>
            <Icon name="down" size={18} />
          </span>
        </span>
      )}
    </FieldFrame>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: ReactNode;
    readonly detail?: ReactNode;
    readonly aside?: ReactNode;
    /** Before the words: what kind of thing it is. */
    readonly mark?: ReactNode;
    /** Above the words, where one chooses by pictures. */
    readonly picture?: ReactNode;
    readonly isDisabled?: boolean;
  }[];
  readonly error?: string | undefined;
  /** `cards`: each with room for its terms. `segments`: short words side by side. `pictures`: side by side, each under its own. */
  readonly look?: 'cards' | 'segments' | 'pictures';
}

/** One of a few, all in sight. */
export function Choice<Value extends string>({
  label,
  name,
  value,
  onChange,
  options,
  error,
  look = 'cards',
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.choice} data-look={look} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} data-disabled={option.isDisabled || undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => onChange(option.value)}
            />
            {option.picture !== undefined && <span className={styles.picture}>{option.picture}</span>}
            {option.mark !== undefined && <span className={styles.mark}>{option.mark}</span>}
            <span className={styles.words}>
              <span className={styles.name}>{option.label}</span>
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
            </span>
            {option.aside !== undefined && <span className={styles.aside}>{option.aside}</span>}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

interface CheckProps {
  readonly name: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
  readonly error?: string | undefined;
}

/** Yes or no, in a sentence. */
export function Check({ name, isChecked, onChange, children, error }: CheckProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={isChecked}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  );
}

interface ChecksProps {
  readonly label: string;
  readonly name: string;
  /** The ids of what is ticked. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly options: readonly Option[];
  readonly error?: string | undefined;
}

/** Any of a few. */
export function Checks({ label, name, value, onChange, options, error }: ChecksProps) {
  const id = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.check}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              checked={value.includes(option.value)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, option.value] : value.filter((each) => each !== option.value))
              }
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
