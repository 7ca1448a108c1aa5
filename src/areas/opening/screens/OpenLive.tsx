import { useEffect } from 'react';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { useLeadOn, useOpen } from '../../../ui/page/Link.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { Loaded } from '../../../ui/components/States.tsx';
import { openingContract } from '../contract.ts';
import { investorQuery } from './choice.ts';
import { OpenForm } from './OpenForm.tsx';
import { OpenedBefore, useOpenedBefore } from './Success.tsx';

/** Opens a live account; then it is funded. */
export default function OpenLive({ query }: ScreenProps<typeof openingContract.pages.live>) {
  const read = useRead(openingContract.calls.liveTypes, {});
  const send = useWrite(openingContract.calls.openLive);
  const before = useOpenedBefore(query.opened);
  const investor = investorQuery(query);
  useLeadOn(investor && { page: pageLinks.follow, query: investor });
  const open = useOpen();
  const details = query['stock-details'];
  useEffect(() => {
    // Readings, decision 25: a stock account opens at the step that the address names.
    if (details !== undefined)
      open({ page: pageLinks.stockForm, query: { account: query.account, 'stock-details': details } }, { replace: true });
  });
  if (details !== undefined || investor !== undefined) return null;
  if (before !== undefined) return <OpenedBefore number={before} asked={query} />;
  return (
    <Loaded read={read}>
      {(offer) => (
        // Document 2 §8, 10041: an account for shares leads to the opening of another type, and its dialog goes with its form.
        <OpenForm key={query.account} group="live" offer={offer} query={query} send={async (order) => send.mutateAsync(order)} />
      )}
    </Loaded>
  );
}
