import { ServicePage } from './ServicePage.tsx';

/** Indicators for charts, made by a vendor. */
export default function Indicators() {
  return <ServicePage service="indicators" />;
}
