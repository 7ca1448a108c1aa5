import { useState } from 'react';
import type { ClientInfo } from '../../protocol/envelope.ts';
import styles from './ClientPicture.module.css';

interface ClientPictureProps {
  readonly client: Pick<ClientInfo, 'name' | 'surname' | 'email' | 'picture'>;
  /** Empty where something else names it. */
  readonly alt?: string;
}

/** Who is signed in: their picture, else the first letters of their names. It fills what it stands in. */
export function ClientPicture({ client, alt = '' }: ClientPictureProps) {
  const [missing, setMissing] = useState<string>();
  const { picture } = client;
  if (picture === null || picture === missing) return <>{initials(client)}</>;
  return (
    <img
      className={styles.picture}
      // Each picture has an address of its own, so that the one before is not shown instead.
      src={`/api/js/api/profile/picture?of=${encodeURIComponent(picture)}`}
      alt={alt}
      onError={() => setMissing(picture)}
    />
  );
}

function initials({ name, surname, email }: ClientPictureProps['client']): string {
  const letters = [name, surname].map((part) => Array.from(part)[0] ?? '').join('');
  return (letters === '' ? (Array.from(email)[0] ?? '') : letters).toLocaleUpperCase();
}
