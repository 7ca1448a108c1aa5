import { ContactPage } from './ContactPage.tsx';

/** Document 1 §2. */
export default function VerifyEmail() {
  return <ContactPage what="email" act="verify" />;
}
