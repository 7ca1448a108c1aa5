import { ServicePage } from './ServicePage.tsx';

/** The vendor's analysis of markets. */
export default function TradingCentral() {
  return <ServicePage service="research" />;
}
