import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { opening } from '../contract.ts';
import { OpenForm } from './OpenForm.tsx';

/** Opens a demo account with play money. */
export default function OpenDemo({ query }: ScreenProps<typeof opening.pages.demo>) {
  const read = useRead(opening.calls.demoTypes, {});
  const open = useWrite(opening.calls.openDemo);
  return (
    <Loaded read={read}>
      {(offer) => <OpenForm group="demo" offer={offer} query={query} send={async (order) => open.mutateAsync(order)} />}
    </Loaded>
  );
}
