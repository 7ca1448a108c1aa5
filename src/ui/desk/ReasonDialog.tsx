import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { longestReason, shortestReason } from '../../law/staff.ts';
import { CallFailure } from '../api/failure.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { LinesField } from '../components/Field.tsx';
import { Notice } from '../components/Notice.tsx';
import { WriteFailure } from '../components/States.tsx';
import { dropDraft, keepDraft, readDraft } from '../form/draft.ts';
import { useWords } from '../words/context.tsx';
import styles from './ReasonDialog.module.css';

export interface ReasonDialogProps {
  /** Names the draft of the reason, with the thing it is about: 'approval/7'. */
  readonly name: string;
  readonly title: string;
  /** What the button does. */
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly onClose: () => void;
  /** Does it. What it throws as a refusal is told here. */
  readonly act: (reason: string) => Promise<unknown>;
  /** What will happen, and what else is asked; it is given what the server says of its fields. */
  readonly children?: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** Fields of the call that stand among the children: what the server says of them is told there. */
  readonly fields?: readonly string[];
  /** Why it cannot be done as it stands. */
  readonly refusal?: string | undefined;
  readonly size?: 'medium' | 'wide';
}

/**
 * Every act of the desk that changes something asks why, for the audit (interfaces §7). What is typed is kept until it is
 * done; Ctrl-Enter does it.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, verb, isDanger = false, onClose, children, refusal, size = 'medium' } = props;
  const { t } = useWords();
  const form = useReason(props);
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size={size}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            look={isDanger ? 'danger' : 'main'}
            isBusy={form.isBusy}
            refusal={refusal}
            isRefusalShown={false}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} {...form.frame} noValidate>
        <WriteFailure failure={form.failure} />
        {children?.(form.errors)}
        {refusal !== undefined && <Notice tone="warn">{refusal}</Notice>}
        <LinesField
          name="reason"
          label={t('desk.reason.label')}
          help={t('desk.reason.help')}
          note={t('desk.reason.count', { count: form.reason.length, most: longestReason })}
          error={form.errors['reason']}
          value={form.reason}
          maxLength={longestReason}
          rows={3}
          onChange={(event) => form.type(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

function useReason({ name, act, onClose, fields = [], refusal }: ReasonDialogProps) {
  const { t } = useWords();
  const draft = `desk/reason/${name}`;
  const [reason, setReason] = useState(() => String(readDraft(draft)?.['reason'] ?? ''));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const faults = Object.keys(errors).join(' ');
  useEffect(() => {
    if (faults !== '') place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  useEffect(() => {
    // A dialog begins with its button that closes it; here one wants to type.
    place.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const send = async (): Promise<void> => {
    if (reason.trim().length < shortestReason) return setErrors({ reason: t('desk.reason.short') });
    setBusy(true);
    setFailure(null);
    setErrors({});
    try {
      await act(reason.trim());
      dropDraft(draft);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const told = Object.entries(error.fields).filter(([field]) => field === 'reason' || fields.includes(field));
      setErrors(Object.fromEntries(told));
      setFailure(told.length > 0 ? null : error);
      setBusy(false);
    }
  };
  return {
    reason,
    errors,
    failure,
    isBusy,
    type: (text: string): void => {
      setReason(text);
      keepDraft(draft, { reason: text });
    },
    frame: {
      ref: place,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        if (!isBusy && refusal === undefined) void send();
      },
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) place.current?.requestSubmit();
      },
    },
  };
}
