import { ServicePage } from './ServicePage.tsx';

/** Tools for those who trade much. */
export default function ProTools() {
  return <ServicePage service="pro-tools" />;
}
