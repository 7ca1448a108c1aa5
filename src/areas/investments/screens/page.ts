import { leadsInvestor, type InvestorStatus } from '../../../law/investors.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useLeadOn } from '../../../ui/page/Link.tsx';
import { useUnknownStatus } from '../../../ui/page/unknownStatus.ts';

const pageNamed = {
  questionnaire: pageLinks.questionnaire,
  waiting: pageLinks.investorWaiting,
  approved: pageLinks.investorApproved,
  investments: pageLinks.investments,
} as const;

/** Leads on from the pages of investments where they belong to another status (document 2 §4). Whether it does. */
export function useLedOn(status: InvestorStatus | undefined): boolean {
  const to = status === undefined ? undefined : leadsInvestor('investments', { status });
  useUnknownStatus(to === 'unknown' ? status : undefined);
  useLeadOn(to === undefined || to === 'unknown' ? undefined : { page: pageNamed[to] });
  return to !== undefined;
}
