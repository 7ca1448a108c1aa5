import { Batch } from './Batch.tsx';

/** All accounts and money to the global company. */
export default function Transfer() {
  return <Batch route="ftg" />;
}
