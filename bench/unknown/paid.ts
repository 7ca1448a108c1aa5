import type { CallPlan, SeenCall } from './front.ts';

/* What is known of a payment whose provider did not answer, and what is wrong with it. */

export type PaidWay = 'deposit' | 'refund' | 'payout';

export interface PaidEvidence {
  readonly way: PaidWay;
  readonly plan: CallPlan;
  readonly id: number;
  readonly begunMs: number;
  /** Each status that was shown, from when on. */
  readonly shown: readonly { readonly status: string; readonly atMs: number }[];
  /** When its provider answered again; undefined: nothing ever struck. */
  readonly backAtMs: number | undefined;
  /** What was to be paid, a part each, in cents. */
  readonly agreed: readonly bigint[];
  /** What its provider has approved of it by its own log, under whatever name. */
  readonly approved: readonly bigint[];
  /** What the portal asked about it, in its order. */
  readonly calls: readonly SeenCall[];
}

/** Issue 9: resolved within five minutes after the provider is back. */
export const resolvedMostMs = 300_000;
const undone: ReadonlySet<string> = new Set(['failed', 'declined', 'cancelled']);

/** Everything that is wrong with it, a sentence each; nothing: all is well. */
export function judgePaid(evidence: PaidEvidence): string[] {
  return [...faultsShown(evidence), ...faultsOfMoney(evidence), ...faultsOfAsking(evidence)].map(
    (fault) => `${paidName(evidence)}, transfer ${evidence.id}: ${fault}`,
  );
}

function paidName({ way, plan }: Pick<PaidEvidence, 'way' | 'plan'>): string {
  return `${way}, ${plan.mode} ${'calls' in plan ? `${plan.calls} ×` : `${plan.seconds} s`}`;
}

function faultsShown({ shown, begunMs, backAtMs }: PaidEvidence): string[] {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const faults = shown
    .filter(({ status }) => undone.has(status))
    .map(({ status, atMs }) => `was shown ${status} after ${seconds(atMs - begunMs)} s, and nobody knew`);
  if (backAtMs === undefined) return [...faults, 'was never left without an answer'];
  const end = shown.at(-1);
  if (end?.status !== 'completed') return [...faults, `is ${end?.status ?? 'nothing'} at the end`];
  const tookMs = end.atMs - backAtMs;
  return tookMs > resolvedMostMs ? [...faults, `was resolved ${seconds(tookMs)} s after its provider was back`] : faults;
}

/** From its provider's return to its end. */
export const resolvedAfterMs = ({ shown, backAtMs = 0 }: PaidEvidence): number => (shown.at(-1)?.atMs ?? 0) - backAtMs;

function faultsOfMoney({ agreed, approved }: PaidEvidence): string[] {
  const sorted = (amounts: readonly bigint[]): string => amounts.map(String).toSorted().join(' + ') || 'nothing';
  return sorted(agreed) === sorted(approved)
    ? []
    : [`was agreed as ${sorted(agreed)}, and its provider has made ${sorted(approved)}`];
}

/**
 * Paying out is asked for once; again only when the provider has said that it knows nothing of it, and by another way or name only when
 * it has refused. Opening a page moves nothing.
 */
function faultsOfAsking({ way, calls }: PaidEvidence): string[] {
  if (way === 'deposit') return [];
  const acts = calls.flatMap((call, index) => (call.kind === 'act' ? [{ call, before: calls[index - 1] }] : []));
  return acts.flatMap(({ call, before }) => {
    if (before === undefined) return [];
    const isAbsent = before.kind === 'look' && before.reference === call.reference && before.answer === refusal;
    const isRefused = before.reference !== call.reference && [refusal, 'rejected'].includes(before.answer ?? '');
    return isAbsent || isRefused ? [] : [`was asked for again as ${call.reference} while nobody knew`];
  });
}

/** What the cashier answers of an order that it does not have, or will not take. */
const refusal = 'status 1';

/** Defects of a payment that is sound, so that the drill can be seen to find out. */
export const paidPlants = {
  'shown as failed while unknown': (sound) => ({
    ...sound,
    shown: [{ status: 'failed', atMs: sound.begunMs + 100 }, ...sound.shown],
  }),
  'never resolved': (sound) => ({ ...sound, shown: sound.shown.filter(({ status }) => status !== 'completed') }),
  'resolved too late': (sound) => ({
    ...sound,
    shown: sound.shown.map((each) => ({ ...each, atMs: each.atMs + resolvedMostMs + 60_000 })),
  }),
  'made twice': (sound) => ({ ...sound, approved: [...sound.approved, ...sound.approved] }),
  'not made': (sound) => ({ ...sound, approved: [] }),
  'asked for again without looking': (sound) => ({ ...sound, calls: sound.calls.flatMap(sentAgain) }),
} as const satisfies Record<string, (sound: PaidEvidence) => PaidEvidence>;

const sentAgain = (call: SeenCall): SeenCall[] => (call.kind === 'act' ? [call, { ...call, atMs: call.atMs + 1 }] : [call]);
