import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { filterNames, strategyFilters, strategySorts } from '../../../law/strategies.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { strategiesContract, strategyPage } from '../contract.ts';
import styles from './List.module.css';
import type { View } from './view.ts';

interface FiltersProps {
  readonly view: View;
  readonly onChange: (change: Partial<View>) => void;
}

/** What the list is narrowed and ordered by. On a phone the strategies come first, and all but the search when it is asked for. */
export function Filters({ view, onChange }: FiltersProps) {
  const { t } = useWords();
  const [isShown, setShown] = useState(false);
  const count = chosenIn(view);
  return (
    <search className={styles.filters}>
      <Search view={view} onChange={onChange} />
      <Choice
        label={t('strategies.list')}
        name="list"
        look="segments"
        value={view.list}
        options={(['top', 'all'] as const).map((value) => ({ value, label: t(`strategies.list.${value}`) }))}
        // The top ones are not narrowed: whoever goes back to them begins anew.
        onChange={(list) => onChange(list === 'top' ? { list, filters: {}, search: '' } : { list })}
      />
      <div className={styles.opener}>
        <Button look="plain" icon="filter" isWide aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {count === 0 ? t('strategies.filters.show') : t('strategies.filters.count', { count })}
        </Button>
      </div>
      <div className={styles.folded} data-shown={isShown || undefined}>
        <Order view={view} onChange={onChange} />
        <Bounds view={view} onChange={onChange} />
      </div>
    </search>
  );
}

/** How much of what is folded away on a phone is other than at first. */
function chosenIn({ filters, sort, direction }: View): number {
  const bounds = filterNames.filter((name) => (filters[name] ?? '') !== '').length;
  return bounds + (sort === strategySorts[0] ? 0 : 1) + (direction === undefined ? 0 : 1);
}

function Order({ view, onChange }: FiltersProps) {
  const { t } = useWords();
  return (
    <>
      <SelectField
        label={t('strategies.sort')}
        value={view.sort}
        options={strategySorts.map((value) => ({ value, label: t(`strategies.sort.${value}`) }))}
        onChange={(event) =>
          onChange({ sort: strategySorts.find((each) => each === event.target.value) ?? 'profit', direction: undefined })
        }
      />
      <SelectField
        label={t('strategies.direction')}
        value={view.direction ?? 'usual'}
        options={(['usual', 'asc', 'desc'] as const).map((value) => ({ value, label: t(`strategies.direction.${value}`) }))}
        onChange={(event) => onChange({ direction: (['asc', 'desc'] as const).find((each) => each === event.target.value) })}
      />
    </>
  );
}

function Bounds({ view, onChange }: FiltersProps) {
  const { t } = useWords();
  // What the broker offers to choose by; the same list is held here until it has answered.
  const offered = useRead(strategiesContract.calls.registry, {}).data?.direct.filters ?? strategyFilters;
  return filterNames.map((name) => (
    <SelectField
      key={name}
      label={t(`strategies.filter.${name}`)}
      value={view.filters[name] ?? ''}
      options={[
        { value: '', label: t('strategies.filter.any') },
        ...(offered[name] ?? []).map((value) => ({
          value,
          label: t(`strategies.filter.${name}.of`, { bound: bounded(value) }),
        })),
      ]}
      onChange={(event) => onChange({ filters: { ...view.filters, [name]: event.target.value } })}
    />
  ));
}

/** `<=2` as it is read. */
function bounded(value: string): string {
  return value.replace('<=', '≤ ').replace('>=', '≥ ').replace('<', '< ').replace('>', '> ').replace('=', '');
}

/** Document 2 §9: looked for half a second after the last key. */
function Search({ view, onChange }: FiltersProps) {
  const { t } = useWords();
  const [text, setText] = useState(view.search);
  const [settled] = useDebouncedValue(text, strategyPage.debounceMs);
  // What the address says otherwise, such as after going back.
  const [shown, setShown] = useState(view.search);
  if (shown !== view.search) {
    setShown(view.search);
    if (view.search !== settled.trim()) setText(view.search);
  }
  useEffect(() => {
    if (settled.trim() !== view.search && settled === text) onChange({ search: settled.trim() });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was typed asks anew
  }, [settled]);
  return (
    <TextField
      label={t('strategies.search')}
      type="search"
      maxLength={40}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
