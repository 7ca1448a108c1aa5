import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { mostTargets } from '../contract.ts';

/** What is typed of a signal's levels; targets apart by blanks. */
export interface TypedLevels {
  readonly entry: string;
  readonly stop: string;
  readonly targets: string;
  readonly comment: string;
}

export const levelFields = ['entry', 'stop', 'targets', 'comment'] as const;

/** As the calls take them. */
export function sentLevels({ entry, stop, targets, comment }: TypedLevels) {
  return { entry, stop, targets: targets.split(/[\s,;·]+/).filter((each) => each !== ''), comment };
}

interface LevelsFieldsProps {
  readonly typed: TypedLevels;
  readonly errors: Readonly<Record<string, string>>;
  readonly onTyped: (changed: Partial<TypedLevels>) => void;
}

export function LevelsFields({ typed, errors, onTyped }: LevelsFieldsProps) {
  const { t } = useWords();
  const text = (name: keyof TypedLevels) => ({
    name,
    label: t(`signals.desk.${name}`),
    error: errors[name],
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) => onTyped({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField {...text('entry')} inputMode="decimal" />
      <TextField {...text('stop')} inputMode="decimal" help={t('signals.desk.stop.help')} />
      <TextField {...text('targets')} help={t('signals.desk.targets.help', { count: mostTargets })} />
      <TextField {...text('comment')} help={t('signals.desk.comment.help')} isOptional maxLength={300} />
    </>
  );
}
