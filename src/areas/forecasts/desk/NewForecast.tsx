import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { LinesField, TextField } from '../../../ui/components/Field.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import {
  forecastLanguages,
  forecastPeriods,
  forecastsContract,
  longestText,
  longestTitle,
  type ForecastLanguage,
  type ForecastPeriod,
} from '../contract.ts';
import styles from './Forecasts.module.css';

interface Typed {
  readonly period: ForecastPeriod;
  readonly language: ForecastLanguage;
  readonly title: string;
  readonly text: string;
}

/** A forecast of a year or a quarter, in one language. */
export function NewForecast({ year, onClose }: { readonly year: number; readonly onClose: () => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState<Typed>({ period: 'year', language: 'en', title: '', text: '' });
  const post = useWrite(forecastsContract.calls.post);
  const change = (changed: Partial<Typed>): void => setTyped({ ...typed, ...changed });
  const act = async (reason: string): Promise<void> => {
    await post.mutateAsync({ year, ...typed, reason });
    showToast({ tone: 'gain', title: t('forecasts.desk.posted') });
  };
  return (
    <ReasonDialog
      name="forecasts/post"
      title={t('forecasts.desk.post.title', { year })}
      verb={t('forecasts.desk.post')}
      fields={['year', 'period', 'language', 'title', 'text']}
      size="wide"
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <div className={styles.stack}>
          <SelectField
            name="period"
            label={t('forecasts.desk.period')}
            error={errors['year'] ?? errors['period']}
            value={typed.period}
            options={forecastPeriods.map((value) => ({ value, label: t(`forecasts.desk.period.${value}`) }))}
            onChange={({ target }) => change({ period: forecastPeriods.find((each) => each === target.value) ?? 'year' })}
          />
          <SelectField
            name="language"
            label={t('forecasts.desk.language')}
            error={errors['language']}
            value={typed.language}
            options={forecastLanguages.map((value) => ({ value, label: t(`forecasts.desk.language.${value}`) }))}
            onChange={({ target }) => change({ language: forecastLanguages.find((each) => each === target.value) ?? 'en' })}
          />
          <Words typed={typed} errors={errors} onTyped={change} />
        </div>
      )}
    </ReasonDialog>
  );
}

interface WordsProps {
  readonly typed: Typed;
  readonly errors: Readonly<Record<string, string>>;
  readonly onTyped: (changed: Partial<Typed>) => void;
}

function Words({ typed, errors, onTyped }: WordsProps) {
  const { t } = useWords();
  return (
    <>
      <TextField
        name="title"
        label={t('forecasts.desk.name')}
        error={errors['title']}
        maxLength={longestTitle}
        dir="auto"
        value={typed.title}
        onChange={({ target }) => onTyped({ title: target.value })}
      />
      <LinesField
        name="text"
        label={t('forecasts.desk.content')}
        help={t('forecasts.desk.content.help')}
        error={errors['text']}
        maxLength={longestText}
        rows={10}
        dir="auto"
        value={typed.text}
        onChange={({ target }) => onTyped({ text: target.value })}
      />
    </>
  );
}
