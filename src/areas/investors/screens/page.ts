import { leadsInvestor, type InvestorPage } from '../../../law/investors.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { useLeadOn } from '../../../ui/page/Link.tsx';
import { useUnknownStatus } from '../../../ui/page/unknownStatus.ts';
import { investorsContract } from '../contract.ts';

const { calls, pages } = investorsContract;
const pageNamed = { ...pages, investments: pageLinks.investments } as const;

/** The investor's state, and leads on where the page belongs to another status (document 2 §4). */
export function useInvestorPage(page: InvestorPage, isChanging = false) {
  const read = useRead(calls.state, {});
  const status = read.data?.direct.investor.status;
  const to = status === undefined ? undefined : leadsInvestor(page, { status, isChanging });
  useUnknownStatus(to === 'unknown' ? status : undefined);
  useLeadOn(to === undefined || to === 'unknown' ? undefined : { page: pageNamed[to] });
  // What belongs to another page is not drawn for a moment.
  return to === undefined ? read : { ...read, data: undefined };
}
