import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { openingContract } from '../contract.ts';
import { OpenForm } from './OpenForm.tsx';
import { OpenedBefore, useOpenedBefore } from './Success.tsx';

/** Opens a demo account with play money. */
export default function OpenDemo({ query }: ScreenProps<typeof openingContract.pages.demo>) {
  const read = useRead(openingContract.calls.demoTypes, {});
  const open = useWrite(openingContract.calls.openDemo);
  const before = useOpenedBefore(query.opened);
  if (before !== undefined) return <OpenedBefore number={before} asked={query} />;
  return (
    <Loaded read={read}>
      {(offer) => <OpenForm group="demo" offer={offer} query={query} send={async (order) => open.mutateAsync(order)} />}
    </Loaded>
  );
}
