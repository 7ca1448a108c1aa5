import { ContactPage } from './ContactPage.tsx';

/** Document 1 §2. */
export default function VerifyMobile() {
  return <ContactPage what="mobile" act="verify" />;
}
