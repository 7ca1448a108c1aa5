import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { useWords } from '../words/context.tsx';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

export interface FieldFrameProps {
  readonly label: string;
  /** How to fill it in; stands before any error. */
  readonly help?: ReactNode;
  /** What follows from what stands in it, under the control. */
  readonly note?: ReactNode;
  /** What is wrong, in words that say the mend. */
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
}

/** What the control inside a frame must carry, so that label, help and error are read out with it. */
export interface ControlAria {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label above, help, the control, the error under it. */
export function FieldFrame({
  label,
  help,
  note,
  error,
  isOptional,
  children,
}: FieldFrameProps & { readonly children: (aria: ControlAria) => ReactNode }) {
  const id = useId();
  const { t } = useWords();
  const parts = { help, note, error };
  const described = (['help', 'note', 'error'] as const).filter((part) => parts[part] !== undefined);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}>{t('ui.field.optional')}</span>}
      </label>
      {help !== undefined && (
        <div className={styles.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      {children({
        id,
        'aria-describedby': described.map((part) => `${id}-${part}`).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <div className={styles.help} id={`${id}-note`}>
          {note}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon name="alert" size={16} />
      {error}
    </p>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> & { readonly ref?: Ref<HTMLInputElement> };

/** One line of text. */
export function TextField({ label, help, note, error, isOptional, ...rest }: FieldFrameProps & InputProps) {
  return (
    <FieldFrame label={label} help={help} note={note} error={error} {...(isOptional === undefined ? {} : { isOptional })}>
      {(aria) => <input type="text" {...rest} {...aria} className={styles.input} />}
    </FieldFrame>
  );
}

type LinesProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> & {
  readonly ref?: Ref<HTMLTextAreaElement>;
};

/** Several lines of text. */
export function LinesField({ label, help, note, error, isOptional, ...rest }: FieldFrameProps & LinesProps) {
  return (
    <FieldFrame label={label} help={help} note={note} error={error} {...(isOptional === undefined ? {} : { isOptional })}>
      {(aria) => <textarea {...rest} {...aria} className={styles.input} />}
    </FieldFrame>
  );
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ label, help, note, error, isOptional, ...rest }: FieldFrameProps & InputProps) {
  const { t } = useWords();
  const [isShown, setShown] = useState(false);
  const turn = t(isShown ? 'ui.password.hide' : 'ui.password.show');
  return (
    <FieldFrame label={label} help={help} note={note} error={error} {...(isOptional === undefined ? {} : { isOptional })}>
      {(aria) => (
        <span className={styles.joined}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...aria}
            type={isShown ? 'text' : 'password'}
            className={styles.input}
          />
          <button type="button" className={styles.inside} aria-label={turn} title={turn} onClick={() => setShown(!isShown)}>
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
