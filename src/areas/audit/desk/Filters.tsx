import { useState, type FormEvent } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Events.module.css';

const names = ['client_id', 'actor', 'action', 'from', 'till'] as const;

export type FilterValues = Readonly<Partial<Record<(typeof names)[number], string>>>;

interface FiltersProps {
  readonly filters: FilterValues;
  /** What the server says of them. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onFilter: (filters: FilterValues) => void;
}

/** Whose, by whom, what, and from when till when; Enter filters. */
export function Filters({ filters, faults, onFilter }: FiltersProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState<FilterValues>(filters);
  const filter = (event: FormEvent): void => {
    event.preventDefault();
    const filled = Object.entries(typed).map(([name, text]) => [name, text.trim()] as const);
    onFilter(Object.fromEntries(filled.filter(([, text]) => text !== '')));
  };
  return (
    <form className={styles.filters} onSubmit={filter} role="search" aria-label={t('audit.filters')} noValidate>
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`audit.filter.${name}`)}
          type={name === 'from' || name === 'till' ? 'date' : 'text'}
          autoComplete="off"
          maxLength={200}
          value={typed[name] ?? ''}
          error={faults[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit">{t('audit.filter.do')}</Button>
        {Object.keys(filters).length > 0 && (
          <Button look="plain" onClick={() => onFilter({})}>
            {t('audit.filter.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
