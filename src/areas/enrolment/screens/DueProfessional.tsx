import type { OverProps } from '../../../ui/page/screen.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { enrolmentContract } from '../contract.ts';
import { Due } from './Due.tsx';
import { ProfessionalQuestion } from './Ended.tsx';

/** Asked after the second step already, and left without a yes or a no. */
export default function DueProfessional({ frame }: OverProps) {
  const { api } = useConnection();
  const settled = (isAccepted: boolean): void => {
    if (isAccepted) return;
    void api.send(enrolmentContract.calls.note, { event: 'put_off', what: 'professional' }).catch(() => undefined);
  };
  return (
    <Due what="professional" frame={frame}>
      <ProfessionalQuestion onDone={settled} />
    </Due>
  );
}
