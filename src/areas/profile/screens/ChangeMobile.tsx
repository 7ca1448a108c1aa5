import { ContactPage } from './ContactPage.tsx';

/** Document 1 §2. */
export default function ChangeMobile() {
  return <ContactPage what="mobile" act="change" />;
}
