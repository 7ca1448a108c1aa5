import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { useLeadOn } from '../../../ui/page/Link.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { openingContract } from '../contract.ts';
import { investorQuery } from './choice.ts';
import { OpenForm } from './OpenForm.tsx';
import { OpenedBefore, useOpenedBefore } from './Success.tsx';

/** Opens a demo account with play money. */
export default function OpenDemo({ query }: ScreenProps<typeof openingContract.pages.demo>) {
  const read = useRead(openingContract.calls.demoTypes, {});
  const open = useWrite(openingContract.calls.openDemo);
  const before = useOpenedBefore(query.opened);
  const investor = investorQuery(query);
  useLeadOn(investor && { page: pageLinks.follow, query: investor });
  if (investor !== undefined) return null;
  if (before !== undefined) return <OpenedBefore number={before} asked={query} />;
  return (
    <Loaded read={read}>
      {(offer) => <OpenForm group="demo" offer={offer} query={query} send={async (order) => open.mutateAsync(order)} />}
    </Loaded>
  );
}
