import { ContactPage } from './ContactPage.tsx';

/** Document 1 §2. */
export default function AddEmail() {
  return <ContactPage what="secondary_email" act="change" />;
}
