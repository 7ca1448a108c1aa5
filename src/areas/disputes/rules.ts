import type { DisputeStatus } from './contract.ts';

/** What staff can do with a dispute. */
export const disputeActions = ['send', 'accept', 'lost', 'lift'] as const;
export type DisputeAction = (typeof disputeActions)[number];

export interface DisputeFacts {
  readonly status: DisputeStatus;
  readonly papers: number;
  readonly isRestricting: boolean;
}

/** What may be done of it now: evidence is sent while its clock runs, and who was restricted is let go once it is over. */
export function actionsOf({ status, papers, isRestricting }: DisputeFacts): readonly DisputeAction[] {
  switch (status) {
    case 'open':
      return papers > 0 ? ['accept', 'send'] : ['accept'];
    case 'sent':
      return ['lost'];
    case 'won':
    case 'lost':
    case 'dropped':
      return isRestricting ? ['lift'] : [];
  }
}

/** Whether papers may still be added. */
export function takesEvidence(status: DisputeStatus): boolean {
  return status === 'open';
}
