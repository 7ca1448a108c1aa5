import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { openingContract } from '../contract.ts';
import { OpenForm } from './OpenForm.tsx';

/** Opens a demo account with play money. */
export default function OpenDemo({ query }: ScreenProps<typeof openingContract.pages.demo>) {
  const read = useRead(openingContract.calls.demoTypes, {});
  const open = useWrite(openingContract.calls.openDemo);
  return (
    <Loaded read={read}>
      {(offer) => <OpenForm group="demo" offer={offer} query={query} send={async (order) => open.mutateAsync(order)} />}
    </Loaded>
  );
}
