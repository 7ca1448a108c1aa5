import { ServicePage } from './ServicePage.tsx';

/** The vendor's own signals. */
export default function SignalCentre() {
  return <ServicePage service="signal-centre" />;
}
