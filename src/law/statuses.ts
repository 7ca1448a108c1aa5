/** The groups that document 1 §4 names, used as labels. */
export type StatusGroup = 'DELETED' | 'CLOSED' | 'NEW' | 'PENDING' | 'INACTIVE' | 'ACTIVE' | 'REJECTED';

/** How far a client's registration has come (document 2 §4). */
export type Registration = 'partial' | 'complete' | 'done';

export interface StatusFacts {
  readonly name: string;
  readonly group: StatusGroup;
  readonly registration: Registration;
  /** 'none' cannot sign in; 'read_only' sees everything and changes nothing, but closes positions. */
  readonly access: 'full' | 'read_only' | 'none';
  /** Which of the client's money may move. */
  readonly money: 'all' | 'withdraw_only' | 'none';
  /** What the status itself says of the identity papers; left out: nothing. */
  readonly papers?: 'missing' | 'under_review' | 'approved';
  /** What a closed client is told was closed (document 2 §4); left out: nothing. */
  readonly closed?: 'account' | 'non_eu' | 'uk';
}

/**
 * The fifteen statuses (document 1 §4). What each may do is our own rule: 4 cannot sign in; 5, 18 and 19 read, and close positions;
 * 14 moves no money; 11, 13 and 16 may only withdraw. 8 is partial for every gate, and 16 stands in PENDING
 * though its name is INACTIVE (trade rules, "Oddities").
 */
export const statuses = {
  3: { name: 'REG_DEMO', group: 'NEW', registration: 'partial', access: 'full', money: 'all' },
  4: { name: 'DELETED', group: 'DELETED', registration: 'done', access: 'none', money: 'none' },
  5: { name: 'CLOSED', group: 'CLOSED', registration: 'done', access: 'read_only', money: 'none', closed: 'account' },
  6: { name: 'REG_LEAD', group: 'NEW', registration: 'partial', access: 'full', money: 'all' },
  7: { name: 'PENDING', group: 'PENDING', registration: 'complete', access: 'full', money: 'all', papers: 'under_review' },
  8: { name: 'REG_MY', group: 'NEW', registration: 'partial', access: 'full', money: 'all' },
  9: { name: 'REG_FULL', group: 'NEW', registration: 'complete', access: 'full', money: 'all', papers: 'missing' },
  11: { name: 'DORMANT', group: 'INACTIVE', registration: 'done', access: 'full', money: 'withdraw_only' },
  12: { name: 'APPROVED', group: 'ACTIVE', registration: 'done', access: 'full', money: 'all', papers: 'approved' },
  13: { name: 'DECLINED', group: 'REJECTED', registration: 'done', access: 'full', money: 'withdraw_only' },
  14: { name: 'FROZEN', group: 'NEW', registration: 'done', access: 'full', money: 'none' },
  16: { name: 'INACTIVE', group: 'PENDING', registration: 'done', access: 'full', money: 'withdraw_only' },
  18: { name: 'CLOSED_NON_EU', group: 'CLOSED', registration: 'done', access: 'read_only', money: 'none', closed: 'non_eu' },
  19: { name: 'CLOSED_UK', group: 'CLOSED', registration: 'done', access: 'read_only', money: 'none', closed: 'uk' },
  66: { name: 'REPEAT_TEST', group: 'NEW', registration: 'partial', access: 'full', money: 'all' },
} as const satisfies Record<number, StatusFacts>;

export type StatusId = keyof typeof statuses;

export const statusIds = [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16, 18, 19, 66] as const satisfies readonly StatusId[];

/** The facts of a status, widened, so that rules can compare them. */
export function statusFacts(status: StatusId): StatusFacts {
  return statuses[status];
}

/** Narrows a number that came from outside to a status. */
export function isStatusId(value: number): value is StatusId {
  return Object.hasOwn(statuses, value);
}
