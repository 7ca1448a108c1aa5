import { useWords } from '../../../ui/words/context.tsx';
import type { EnrolmentDetails } from '../contract.ts';
import styles from './Enrolment.module.css';

/** What the terms consist of; each is a link where the broker has said where it can be read. */
export function Documents({ terms }: Pick<EnrolmentDetails, 'terms'>) {
  const { t } = useWords();
  return (
    <section className={styles.terms}>
      <ul>
        {terms.documents.map(({ key, url }) => (
          <li key={key}>
            {url === null ? (
              t(`opening.document.${key}`)
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {t(`opening.document.${key}`)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
