import { countryOf } from '../../law/countries.ts';
import styles from './Flag.module.css';

const folder = '../../../node_modules/country-flag-icons/3x2/';
/** Each a file of its own, fetched when it is first drawn. */
const addresses = import.meta.glob('../../../node_modules/country-flag-icons/3x2/*.svg', {
  import: 'default',
  query: '?url',
  eager: true,
  exhaustive: true,
});

/** A country's flag beside its name; for the six of document 2 §3, and for what is no country, its code. */
export function Flag({ country }: { readonly country: string }) {
  const known = countryOf(country);
  const address = known?.has_flag ? addresses[`${folder}${country}.svg`] : undefined;
  if (address === undefined)
    return (
      <span className={styles.code} aria-hidden="true">
        {country}
      </span>
    );
  return <img className={styles.flag} src={address} alt="" width={24} height={16} />;
}
