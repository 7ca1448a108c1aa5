import type { ClientProfile } from './gates.ts';
import { homeRegions } from './regions/profile.ts';
import type { StatusId } from './statuses.ts';

/** What compliance does with the status of a client at the desk. */
export const statusActs = ['freeze', 'decline', 'close', 'close_non_eu', 'close_uk', 'reopen'] as const;
export type StatusAct = (typeof statusActs)[number];

/** Why; for the desk alone. What of it a client reads is `toldReasonOf`. */
export const statusReasons = [
  'own_wish',
  'residence',
  'licence',
  'papers',
  'terms',
  'taken_over',
  'authority',
  'dispute',
  'duplicate',
  'age',
  'death',
  'suspicion',
  'cleared',
  'identity_shown',
  'mistake',
] as const;
export type StatusReason = (typeof statusReasons)[number];

/** What happens to the client in the same transaction, beside the status itself. */
export type StatusFollow =
  /** Whoever is signed in as the client is signed out, and reads at the next sign-in what has become of the account. */
  | 'sessions_end'
  /** Orders between own accounts would be skipped and told again and again. */
  | 'standing_orders_end'
  /** Followed strategies end, and their own are followed by nobody any more: both end in wallets, which closing pays out. */
  | 'investing_ends';

interface StatusChange {
  /** The status that it gives; null: the one before comes back. */
  readonly to: StatusId | null;
  readonly from: readonly StatusId[];
  /** Whose status it can be. */
  readonly isFor: (client: Pick<ClientProfile, 'company' | 'country'>) => boolean;
  /** Done when somebody else has agreed; false: at once. */
  readonly needsSecond: boolean;
  readonly reasons: readonly StatusReason[];
  readonly follows: readonly StatusFollow[];
}

/** Whoever may sign in and has not left. */
const here = [3, 6, 7, 8, 9, 11, 12, 16, 66] as const satisfies readonly StatusId[];
const everybody = (): boolean => true;
/** Document 2 §4 leads closed UK to the UK's page; who lives there reads the same whichever company serves them. */
const isOfUk: StatusChange['isFor'] = ({ company, country }) => homeRegions[company] === 'uk' || country === 'GB';

const closing = {
  from: [...here, 13, 14],
  needsSecond: true,
  follows: ['sessions_end', 'standing_orders_end', 'investing_ends'],
} as const satisfies Partial<StatusChange>;

/**
 * What the desk may make of whom. Interfaces §7 has compliance ask for restrictions and approve papers: the right of all of these is
 * `restrictions`, and the second person approves `papers`. Which need one is our own rule: what ends a relation, and what gives back what
 * was taken. Freezing is alone at once, because money that has left does not come back.
 */
export const statusChanges: Readonly<Record<StatusAct, StatusChange>> = {
  freeze: {
    to: 14,
    // 14: what a client has frozen by themselves is taken over, so that they cannot lift it. Closed: nothing more is paid out to them.
    from: [...here, 13, 14, 5, 18, 19],
    isFor: everybody,
    needsSecond: false,
    reasons: ['taken_over', 'authority', 'dispute', 'papers', 'death', 'suspicion'],
    follows: ['sessions_end'],
  },
  decline: {
    to: 13,
    from: here,
    isFor: everybody,
    needsSecond: true,
    reasons: ['papers', 'age', 'residence', 'duplicate', 'terms', 'suspicion'],
    follows: ['standing_orders_end'],
  },
  close: {
    ...closing,
    to: 5,
    isFor: everybody,
    reasons: ['own_wish', 'terms', 'papers', 'duplicate', 'death', 'authority', 'suspicion'],
  },
  close_non_eu: { ...closing, to: 18, isFor: (client) => !isOfUk(client), reasons: ['residence', 'licence'] },
  close_uk: { ...closing, to: 19, isFor: isOfUk, reasons: ['residence', 'licence'] },
  reopen: {
    to: null,
    from: [5, 13, 14, 18, 19],
    isFor: everybody,
    needsSecond: true,
    reasons: ['cleared', 'identity_shown', 'papers', 'own_wish', 'mistake'],
    follows: [],
  },
};

/** What the client reads of the reason: never anything of a suspicion or of what an authority has asked (readings, 29). */
const toldReasons = {
  own_wish: 'own_wish',
  residence: 'residence',
  licence: 'residence',
  papers: 'papers',
  taken_over: 'taken_over',
} as const satisfies Partial<Record<StatusReason, string>>;

export function toldReasonOf(reason: StatusReason): string {
  return reason in toldReasons ? toldReasons[reason as keyof typeof toldReasons] : 'other';
}

/** What can be done with a client of that profile. Pure. */
export function actsFor(profile: Pick<ClientProfile, 'status' | 'company' | 'country'>): StatusAct[] {
  return statusActs.filter((act) => statusChanges[act].from.includes(profile.status) && statusChanges[act].isFor(profile));
}
