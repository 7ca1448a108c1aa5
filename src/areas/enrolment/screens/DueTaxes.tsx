import type { OverProps } from '../../../ui/page/screen.ts';
import { Due, Told, usePutOff } from './Due.tsx';
import { TaxForm } from './updates.tsx';

/** Over the page, until it is told or put off. What was saved says itself that nothing stands there any more. */
export default function DueTaxes({ frame }: OverProps) {
  const putOff = usePutOff('tax_number');
  return (
    <Due what="tax_number" frame={frame}>
      <Told>{(told) => <TaxForm told={told} onSaved={() => undefined} onLater={putOff} />}</Told>
    </Due>
  );
}
