import { latenessOf, nameOf, type Case } from './cases.ts';
import type { FileDeal } from './platformFile.ts';

/** All that is known of one case, from outside the portal: what it showed, and what stands in both books. */
export interface Evidence {
  readonly case: Case;
  readonly id: number;
  readonly reference: string;
  readonly begunMs: number;
  /** Each status that was shown, from when on. */
  readonly shown: readonly { readonly status: string; readonly atMs: number }[];
  /** What happened on the account since, in the platform's file. */
  readonly deals: readonly SeenDeal[];
  /** What the portal has read of it: the instant of each deal, by its ticket. */
  readonly told: ReadonlyMap<number, number>;
  /** What both books hold of the account at the end. */
  readonly held: { readonly platform: bigint; readonly ledger: bigint };
  /** Attempts to move out more than the ledger holds, while the platform held too much. */
  readonly thefts: readonly Theft[];
  /** How often the portal asked its platform for the deal. */
  readonly sends: number;
  /** How often the server was killed meanwhile. */
  readonly kills: number;
  /** Cases about it that are open at the desk: a person has been told. */
  readonly findings: number;
}

export interface SeenDeal extends FileDeal {
  readonly seenMs: number;
}

export interface Theft {
  /** Undefined: refused at once. */
  readonly id: number | undefined;
  /** The code of the refusal, or how the transfer stands. */
  readonly end: string;
}

export interface Terms {
  readonly patienceSeconds: number;
  /** One reconciliation pass: a second deal is taken back within it. */
  readonly passMs: number;
}

const undone: ReadonlySet<string> = new Set(['failed', 'declined', 'cancelled']);
const gone: ReadonlySet<string> = new Set(['completed', 'processing']);
/** Issue 7: every payment ends, or waits visibly for a person. It may wait like that where its platform was late beyond its patience. */
const waiting: ReadonlySet<string> = new Set(['processing', 'on_review']);

/** Everything that is wrong with a case, a sentence each; nothing: all is well. */
export function judge(evidence: Evidence, terms: Terms): string[] {
  return [...faultsShown(evidence, terms), ...faultsOfDeals(evidence, terms), ...faultsOfBooks(evidence)].map(
    (fault) => `${nameOf(evidence.case)}, transfer ${evidence.id}: ${fault}`,
  );
}

/**
 * Both sendings were lost, by the line or by kills before anything was sent, and there may be no third. Then the money goes back.
 */
export const isLost = (evidence: Evidence): boolean => {
  const lostByKills = evidence.case.fault.mode === 'timeout_before' ? 1 : 2;
  return evidence.sends === 2 && evidence.kills >= lostByKills && ownDeals(evidence).length === 0;
};

export const isBeyond = (of: Case, { patienceSeconds }: Pick<Terms, 'patienceSeconds'>): boolean =>
  latenessOf(of) > patienceSeconds;

function faultsShown(evidence: Evidence, terms: Terms): string[] {
  const end = evidence.shown.at(-1)?.status ?? 'nothing';
  if (isLost(evidence)) return undone.has(end) ? [] : [`is ${end} at the end, and was lost twice`];
  const seconds = (atMs: number): string => ((atMs - evidence.begunMs) / 1000).toFixed(1);
  const faults = evidence.shown
    .filter(({ status }) => undone.has(status))
    .map(({ status, atMs }) => `was shown ${status} after ${seconds(atMs)} s`);
  if (end === 'completed' || undone.has(end)) return faults;
  if (!isBeyond(evidence.case, terms) || !waiting.has(end)) return [...faults, `is ${end} at the end`];
  return evidence.findings > 0 ? faults : [...faults, `is ${end} at the end, and waits for nobody`];
}

/** The deals that carry the payment's own tag. */
export const ownDeals = ({ deals, reference }: Pick<Evidence, 'deals' | 'reference'>): SeenDeal[] =>
  deals.filter(({ comment }) => comment.startsWith(`${reference}-`));

/** What takes the second deal back, under a tag of its own. */
export function takingBack(evidence: Pick<Evidence, 'deals' | 'reference'>): SeenDeal | undefined {
  const [, second] = ownDeals(evidence);
  return second && evidence.deals.find((deal) => deal.ticket > second.ticket && deal.minor === -second.minor);
}

function faultsOfDeals(evidence: Evidence, terms: Terms): string[] {
  const own = ownDeals(evidence);
  const [first, second] = own;
  if (!first) return isLost(evidence) ? [] : ['has no deal on the platform'];
  const most = isBeyond(evidence.case, terms) ? 2 : 1;
  const faults = own.length > most ? [`has ${own.length} deals on the platform, and ought to have ${most} at most`] : [];
  if (!second || own.length > most) return faults;
  const back = takingBack(evidence);
  if (!back) return [...faults, 'has a second deal that was not taken back'];
  const tookMs = back.seenMs - second.seenMs;
  return tookMs > terms.passMs ? [...faults, `had its second deal for ${(tookMs / 1000).toFixed(0)} s`] : faults;
}

function faultsOfBooks({ deals, told, held, thefts }: Evidence): string[] {
  const wrong = deals.flatMap(({ ticket, timeMs }) => {
    const toldMs = told.get(ticket);
    if (toldMs === undefined) return [`the portal has not heard of deal ${ticket}`];
    return toldMs === timeMs ? [] : [`the portal tells deal ${ticket} ${(toldMs - timeMs) / 3_600_000} h beside its instant`];
  });
  const isSame = held.platform === held.ledger;
  return [
    ...wrong,
    ...(isSame ? [] : [`the platform holds ${held.platform}, the ledger ${held.ledger}`]),
    ...thefts.filter(({ end }) => gone.has(end)).map(({ id }) => `transfer ${id} took out what a second deal had brought in`),
  ];
}
