import type { DeclaredColumns } from '../../base/columns.ts';
import type { DisputeLine, DisputeStatus } from './contract.ts';

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

/** What the list shows of a dispute; the file has besides which payment it is, and whether the client may do less. */
export const disputeColumns = {
  id: { title: 'disputes.number', kind: 'code', share: 0.8, text: ({ id }) => String(id) },
  client: { title: 'disputes.client', kind: 'code', share: 1, text: ({ client_id: id }) => String(id) },
  transfer: {
    title: 'disputes.transfer',
    kind: 'code',
    share: 1,
    isFileOnly: true,
    text: ({ transfer_id: id }) => String(id),
  },
  reversal: {
    title: 'disputes.reversal',
    kind: 'code',
    share: 1,
    isFileOnly: true,
    text: ({ reversal_id: id }) => String(id),
  },
  amount: {
    title: 'disputes.amount',
    kind: 'decimal',
    share: 1.4,
    currency: ({ currency }) => currency,
    text: ({ amount }) => amount,
  },
  currency: { title: 'disputes.currency', kind: 'code', share: 0.8, text: ({ currency }) => currency },
  status: {
    title: 'disputes.status',
    kind: 'text',
    share: 1.2,
    text: ({ status }, say) => say(`disputes.status.${status}`),
  },
  opened: { title: 'disputes.opened', kind: 'instant', share: 1.6, text: ({ opened_at: at }) => at },
  due: {
    title: 'disputes.due',
    kind: 'instant',
    share: 1.6,
    text: ({ status, evidence_due_at: at }) => (status === 'open' ? at : ''),
  },
  restricted: {
    title: 'disputes.restricts',
    kind: 'text',
    share: 1,
    isFileOnly: true,
    text: ({ is_restricting: isRestricting }, say) => (isRestricting ? say('disputes.restricted.yes') : ''),
  },
} satisfies DeclaredColumns<DisputeLine>;
