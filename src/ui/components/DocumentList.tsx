import styles from './DocumentList.module.css';

interface DocumentListProps<Key extends string> {
  readonly documents: readonly { readonly key: Key; readonly url: string | null }[];
  readonly nameOf: (key: Key) => string;
  /** In smaller letters, beside a form that it belongs to. */
  readonly isSmall?: boolean;
}

/** What terms consist of; each is a link where the broker has said where it can be read. */
export function DocumentList<Key extends string>({ documents, nameOf, isSmall = false }: DocumentListProps<Key>) {
  return (
    <ul className={styles.documents} data-small={isSmall || undefined}>
      {documents.map(({ key, url }) => (
        <li key={key}>
          {url === null ? (
            nameOf(key)
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {nameOf(key)}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
