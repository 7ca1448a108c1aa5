import { ContactPage } from './ContactPage.tsx';

/** Document 1 §2. */
export default function ChangeEmail() {
  return <ContactPage what="email" act="change" />;
}
