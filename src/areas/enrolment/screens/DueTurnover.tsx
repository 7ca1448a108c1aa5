import type { OverProps } from '../../../ui/page/screen.ts';
import { Due, Told } from './Due.tsx';
import { TurnoverForm } from './updates.tsx';

/** Over the page, until it is told or put off. What was saved says itself that nothing stands there any more. */
export default function DueTurnover({ frame }: OverProps) {
  return (
    <Due what="anticipated_turnover" frame={frame}>
      <Told>{(told) => <TurnoverForm told={told} onSaved={() => undefined} />}</Told>
    </Due>
  );
}
