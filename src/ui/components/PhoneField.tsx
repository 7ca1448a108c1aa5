import { useState } from 'react';
import { countries, countryOf } from '../../law/countries.ts';
import { partsOfPhone, phoneOf } from '../form/phoneParts.ts';
import { useWords } from '../words/context.tsx';
import { useCountries } from './CountryField.tsx';
import { FieldFrame, type FieldFrameProps } from './Field.tsx';
import fieldStyles from './Field.module.css';
import { Flag } from './Flag.tsx';
import { Icon } from './Icon.tsx';
import styles from './PhoneField.module.css';

interface PhoneFieldProps extends FieldFrameProps {
  readonly name: string;
  /** With its country's code: `+27 82 123 4567`. */
  readonly value: string;
  readonly onPhone: (phone: string) => void;
  /** Whose code it begins with, and whose flag stands there where several countries share a code. */
  readonly country?: string | undefined;
}

const codes: ReadonlySet<string> = new Set(countries.map(({ phone_code: code }) => code));

/** Countries that share a code with others, whose flag stands for it where nothing else is known. */
const firstOfCode: Readonly<Record<string, string>> = { 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 47: 'NO', 61: 'AU', 64: 'NZ' };

/** A phone number with the flag and the code of its country. */
export default function PhoneField({ name, value, onPhone, country: preferred, ...frame }: PhoneFieldProps) {
  const { t, country: nameOf } = useWords();
  const listed = useCountries();
  const { code, national } = partsOfPhone(value, codes);
  const [chosen, setChosen] = useState('');
  const country = countryWith(code, [chosen, preferred ?? '', firstOfCode[code] ?? '']);
  const choose = (iso2: string): void => {
    setChosen(iso2);
    onPhone(phoneOf({ code: countryOf(iso2)?.phone_code ?? '', national }));
  };
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <span className={styles.phone}>
          <span className={styles.code}>
            <span className={styles.shown} aria-hidden="true">
              {country === '' ? <Icon name="globe" size={18} /> : <Flag country={country} />}
              <span dir="ltr">{code === '' ? '+' : `+${code}`}</span>
              <Icon name="down" size={16} />
            </span>
            <select
              className={styles.codes}
              aria-label={t('ui.phone.code', { field: frame.label })}
              title={country === '' ? undefined : nameOf(country)}
              value={country}
              onChange={(event) => choose(event.target.value)}
            >
              <option value="" disabled>
                {t('ui.country.choose')}
              </option>
              {listed.map((each) => (
                <option key={each.iso2} value={each.iso2}>
                  {t('ui.phone.option', { country: each.label, code: each.code })}
                </option>
              ))}
            </select>
          </span>
          <input
            {...aria}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            dir="ltr"
            maxLength={33}
            className={fieldStyles.input}
            value={national}
            onChange={(event) => onPhone(phoneOf({ code, national: event.target.value }))}
          />
        </span>
      )}
    </FieldFrame>
  );
}

/** The first of the wished for that has this code, else any country that has it. */
function countryWith(code: string, wished: readonly string[]): string {
  if (code === '') return '';
  const wish = wished.find((iso2) => countryOf(iso2)?.phone_code === code);
  return wish ?? countries.find((country) => country.phone_code === code)?.iso2 ?? '';
}
