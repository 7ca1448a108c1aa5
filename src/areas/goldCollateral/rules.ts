import type { DeclaredColumns } from '../../base/columns.ts';
import { companyName } from '../../law/companyNames.ts';
import type { PledgeAtDesk } from './contract.ts';

/** What is typed into the forms: in what it is weighed, and how much. */
export interface WeighedWish {
  readonly by: string;
  readonly amount: string;
}

/** So many grams are not as many ounces: how much is asked anew with what it is weighed in. */
export function wishAfter<Typed extends WeighedWish>(next: Typed, before: Typed): Typed {
  return next.by !== before.by && next.amount === before.amount ? { ...next, amount: '' } : next;
}

/** What the list of pledges shows of one. */
export const pledgeColumns = {
  account: { title: 'goldCollateral.desk.account', kind: 'code', share: 1, text: ({ account }) => String(account) },
  client: { title: 'goldCollateral.desk.client', kind: 'code', share: 1, text: ({ client_id: id }) => String(id) },
  company: {
    title: 'goldCollateral.desk.company',
    kind: 'text',
    share: 1,
    text: ({ company }, say) => companyName(company, say),
  },
  weight: { title: 'goldCollateral.desk.grams.title', kind: 'decimal', share: 1.4, text: ({ weight }) => weight.g },
  worth: {
    title: 'goldCollateral.desk.worth',
    kind: 'decimal',
    share: 1.2,
    currency: () => 'USD',
    text: ({ worth }) => worth ?? '',
  },
  credit: {
    title: 'goldCollateral.desk.credit',
    kind: 'decimal',
    share: 1.2,
    currency: () => 'USD',
    text: ({ credit }) => credit,
  },
  lent: { title: 'goldCollateral.desk.lent.title', kind: 'decimal', share: 0.8, text: ({ lent_percent: lent }) => lent ?? '' },
  level: {
    title: 'goldCollateral.desk.level',
    kind: 'text',
    share: 1.2,
    text: ({ level, waits }, say) => say(waits ? 'goldCollateral.desk.waits' : `goldCollateral.desk.level.${level}`),
  },
  at: { title: 'goldCollateral.desk.priceAt', kind: 'instant', share: 1.6, text: ({ price_at: at }) => at ?? '' },
} satisfies DeclaredColumns<PledgeAtDesk>;
