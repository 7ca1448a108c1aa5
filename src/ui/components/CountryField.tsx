import { useMemo } from 'react';
import { countries, countryOf } from '../../law/countries.ts';
import { useWords } from '../words/context.tsx';
import { FieldFrame, type FieldFrameProps } from './Field.tsx';
import styles from './CountryField.module.css';
import fieldStyles from './Field.module.css';
import { Flag } from './Flag.tsx';
import { Icon } from './Icon.tsx';

interface CountryFieldProps extends FieldFrameProps {
  readonly name: string;
  /** ISO 3166, or nothing. */
  readonly value: string;
  readonly onCountry: (country: string) => void;
  readonly autoComplete?: string | undefined;
  /** Those that stand in the list and cannot be chosen. */
  readonly isDisabled?: ((country: string) => boolean) | undefined;
}

/** One of all countries, by their names in the reader's language: the device's own list, which finds by what is typed. */
export default function CountryField({ name, value, onCountry, autoComplete, isDisabled, ...frame }: CountryFieldProps) {
  const { t } = useWords();
  const listed = useCountries();
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <span className={fieldStyles.joined} data-flagged={countryOf(value) ? '' : undefined}>
          {countryOf(value) && (
            <span className={styles.flag}>
              <Flag country={value} />
            </span>
          )}
          <select
            {...aria}
            name={name}
            value={value}
            autoComplete={autoComplete}
            className={`${fieldStyles.input} ${styles.country}`}
            onChange={(event) => onCountry(event.target.value)}
          >
            <option value="" disabled>
              {t('ui.country.choose')}
            </option>
            {listed.map(({ iso2, label }) => (
              <option key={iso2} value={iso2} disabled={isDisabled?.(iso2)}>
                {label}
              </option>
            ))}
          </select>
          <span className={fieldStyles.mark}>
            <Icon name="down" size={18} />
          </span>
        </span>
      )}
    </FieldFrame>
  );
}

/** Every country by its name in the reader's language, in the order of that language. */
export function useCountries(): readonly { readonly iso2: string; readonly label: string; readonly code: string }[] {
  const { country: nameOf, tag } = useWords();
  return useMemo(() => {
    const { compare } = new Intl.Collator(tag);
    return countries
      .map(({ iso2, phone_code: code }) => ({ iso2, code, label: nameOf(iso2) }))
      .toSorted((first, second) => compare(first.label, second.label));
  }, [nameOf, tag]);
}
