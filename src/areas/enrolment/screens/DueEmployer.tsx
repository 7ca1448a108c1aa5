import type { OverProps } from '../../../ui/page/screen.ts';
import { Due, Told } from './Due.tsx';
import { EmploymentForm } from './updates.tsx';

/** Over the page, until it is told or put off. What was saved says itself that nothing stands there any more. */
export default function DueEmployer({ frame }: OverProps) {
  return (
    <Due what="employment" frame={frame}>
      <Told>{(told) => <EmploymentForm told={told} onSaved={() => undefined} />}</Told>
    </Due>
  );
}
