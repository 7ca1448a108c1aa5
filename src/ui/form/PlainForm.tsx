import type { ReactNode } from 'react';
import type { FormSpec } from '../../protocol/form.ts';
import { Button } from '../components/Button.tsx';
import { FormFields, type Given } from './FormFields.tsx';
import { FormLayout } from './FormLayout.tsx';
import type { Form } from './useForm.ts';

interface PlainFormProps<Declared extends FormSpec> {
  readonly form: Form<Declared>;
  readonly given: Given<Declared>;
  /** What its button does. */
  readonly verb: string;
  readonly isWide?: boolean;
  /** Why it cannot be sent now; it stands on the screen already. */
  readonly refusal?: string | undefined;
  /** What it leads to: a dialog. */
  readonly children?: ReactNode;
}

/** A declared form with its fields and the one button that sends it. */
export function PlainForm<Declared extends FormSpec>(props: PlainFormProps<Declared>) {
  const { form, given, verb, isWide = false, refusal, children } = props;
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide={isWide} refusal={refusal} isRefusalShown={false}>
            {verb}
          </Button>
        }
      >
        <FormFields form={form} given={given} />
      </FormLayout>
      {children}
    </form>
  );
}
