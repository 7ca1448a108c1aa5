import { useState } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { transferStatuses } from '../../../protocol/payment.ts';
import { listedTypes } from '../contract.ts';
import { filtersOf, type ListFilters } from './listFilters.ts';
import styles from './AllTransfers.module.css';

interface FiltersProps {
  readonly filters: ListFilters;
  readonly onChange: (filters: ListFilters) => void;
}

export function Filters({ filters, onChange }: FiltersProps) {
  const { t } = useWords();
  const change = (name: keyof ListFilters, value: string): void => onChange(filtersOf({ ...filters, [name]: value }));
  const [isShown, setShown] = useState(false);
  const count = Object.keys(filters).length;
  const any = { value: '', label: t('history.filter.any') };
  return (
    <search>
      <div className={styles.opener}>
        <Button look="plain" icon="filter" isWide aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {count === 0 ? t('history.filter.show') : t('history.filter.count', { count })}
        </Button>
      </div>
      <div className={styles.shown} data-shown={isShown || undefined}>
        <Card>
          <div className={styles.filters}>
            <SelectField
              label={t('history.filter.type')}
              value={filters.transfer_type ?? ''}
              onChange={(event) => change('transfer_type', event.target.value)}
              options={[any, ...listedTypes.map((value) => ({ value, label: t(`history.type.${value}`) }))]}
            />
            <SelectField
              label={t('history.filter.status')}
              value={filters.status ?? ''}
              onChange={(event) => change('status', event.target.value)}
              options={[any, ...transferStatuses.map((value) => ({ value, label: t(`ui.transfer.${value}`) }))]}
            />
            <DayField
              isOptional
              label={t('history.filter.from')}
              value={filters.from ?? ''}
              last={filters.till}
              onDay={(day) => change('from', day)}
            />
            <DayField
              isOptional
              label={t('history.filter.till')}
              value={filters.till ?? ''}
              first={filters.from}
              onDay={(day) => change('till', day)}
            />
            <TextField
              key={filters.account ?? ''}
              label={t('history.filter.account')}
              inputMode="numeric"
              defaultValue={filters.account ?? ''}
              onBlur={(event) => {
                if (event.target.value.trim() !== (filters.account ?? '')) change('account', event.target.value.trim());
              }}
            />
          </div>
        </Card>
      </div>
    </search>
  );
}
