import { useState, type ReactNode } from 'react';
import { SelectField } from '../components/Choice.tsx';
import { ReasonDialog, type ReasonDialogProps } from './ReasonDialog.tsx';

/** The listed reasons of which a client reads one, as the field that asks for it says them. */
export interface Codes<Code extends string> {
  readonly all: readonly Code[];
  readonly label: string;
  readonly help?: string;
  /** While none is chosen. */
  readonly none: string;
  readonly nameOf: (code: Code) => string;
}

interface CodeFieldProps<Code extends string> {
  readonly codes: Codes<Code>;
  readonly value: Code | '';
  readonly error: string | undefined;
  readonly onChange: (code: Code | '') => void;
}

/** Which of the listed reasons it is. */
export function CodeField<Code extends string>({ codes, value, error, onChange }: CodeFieldProps<Code>) {
  return (
    <SelectField
      name="reason_code"
      label={codes.label}
      help={codes.help}
      error={error}
      value={value}
      onChange={(event) => onChange(codes.all.find((each) => each === event.target.value) ?? '')}
      options={[{ value: '', label: codes.none }, ...codes.all.map((each) => ({ value: each, label: codes.nameOf(each) }))]}
    />
  );
}

/** What a decision sends. */
interface Decided<Code extends string> {
  readonly reason: string;
  readonly reason_code?: Code;
}

interface DecideDialogProps<Code extends string> extends Pick<
  ReasonDialogProps,
  'name' | 'title' | 'verb' | 'isDanger' | 'onClose'
> {
  /** Left out where the client reads no reason, as of what is approved. */
  readonly codes?: Codes<Code> | undefined;
  readonly act: (decided: Decided<Code>) => Promise<unknown>;
  /** What follows from the decision. */
  readonly children?: ReactNode;
}

/** Asks why, for the audit, and which of the listed reasons the client reads. */
export function DecideDialog<Code extends string>({ codes, act, children, ...dialog }: DecideDialogProps<Code>) {
  const [code, setCode] = useState<Code | ''>('');
  return (
    <ReasonDialog
      {...dialog}
      fields={['reason_code']}
      act={(reason) => act({ reason, ...(codes === undefined || code === '' ? {} : { reason_code: code }) })}
    >
      {(errors) => (
        <>
          {children}
          {codes && <CodeField codes={codes} value={code} error={errors['reason_code']} onChange={setCode} />}
        </>
      )}
    </ReasonDialog>
  );
}
