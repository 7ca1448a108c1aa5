import { Batch } from './Batch.tsx';

/** All accounts and money to the UK company. */
export default function TransferUk() {
  return <Batch route="uk" />;
}
