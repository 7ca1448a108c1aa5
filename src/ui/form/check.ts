import type { z } from 'zod';
import type { FieldSpec } from '../../protocol/form.ts';

/** The sentence ids of what can be wrong with a field before anything is sent. */
export type CheckSentence = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** The first fault of each field, in words that say the mend: the kind of fault chooses them. */
export function faultsOf(
  error: z.ZodError,
  t: CheckSentence,
  fields: Readonly<Record<string, Pick<FieldSpec, 'wrong'> | undefined>> = {},
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    faults[field] ??= sentenceOf(issue, t, fields[field]?.wrong);
  }
  return faults;
}

/** `wrong` says at once all that the field asks for, so it stands for whichever part of it was missed. */
function sentenceOf(issue: z.core.$ZodIssue, t: CheckSentence, wrong: string | undefined): string {
  if (wrong !== undefined) return t(wrong);
  switch (issue.code) {
    case 'too_small':
      return Number(issue.minimum) <= 1 ? t('ui.check.missing') : t('ui.check.short', { minimum: Number(issue.minimum) });
    case 'too_big':
      return t('ui.check.long', { maximum: Number(issue.maximum) });
    case 'invalid_type':
      return t('ui.check.missing');
    default:
      return t('ui.check.wrong');
  }
}
