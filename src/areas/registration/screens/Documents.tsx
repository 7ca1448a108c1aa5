import { DocumentList } from '../../../ui/components/DocumentList.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Offer } from '../contract.ts';
import styles from './SignUp.module.css';

/** What the terms consist of; each is a link where the broker has said where it can be read. */
export function Documents({ terms }: { readonly terms: NonNullable<Offer['terms']> }) {
  const { t } = useWords();
  return (
    <section className={styles.terms}>
      <h3>{t('registration.terms.title')}</h3>
      <DocumentList isSmall documents={terms.documents} nameOf={(key) => t(`opening.document.${key}`)} />
    </section>
  );
}
