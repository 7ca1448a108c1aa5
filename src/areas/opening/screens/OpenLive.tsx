import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { openingContract } from '../contract.ts';
import { OpenForm } from './OpenForm.tsx';
import { OpenedBefore, useOpenedBefore } from './Success.tsx';

/** Opens a live account; then it is funded. */
export default function OpenLive({ query }: ScreenProps<typeof openingContract.pages.live>) {
  const read = useRead(openingContract.calls.liveTypes, {});
  const open = useWrite(openingContract.calls.openLive);
  const before = useOpenedBefore(query.opened);
  if (before !== undefined) return <OpenedBefore number={before} asked={query} />;
  return (
    <Loaded read={read}>
      {(offer) => <OpenForm group="live" offer={offer} query={query} send={async (order) => open.mutateAsync(order)} />}
    </Loaded>
  );
}
