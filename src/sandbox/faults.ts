import { secondMs } from '../base/time.ts';

/**
 * How an outside party can be made to fail. Calls to it: no answer before or after the call took effect, the line cut and the effect
 * some seconds later, an error, a slow answer, somebody else's page after the call took effect, an empty answer. Its webhooks: twice,
 * late, out of order, with a wrong signature. Payments
 * that it is asked for: refused, in its own words.
 */
export const callFaults = ['timeout_before', 'timeout_after', 'late', 'error', 'slow', 'nonsense', 'nothing'] as const;
export const webhookFaults = ['duplicate', 'delay', 'reorder', 'forge'] as const;
export const paymentFaults = ['refuse'] as const;

export type CallFault = (typeof callFaults)[number];
type WebhookFault = (typeof webhookFaults)[number];
export type FaultMode = CallFault | WebhookFault | (typeof paymentFaults)[number] | 'none';

/** A fault as it is set: `late` can say how late, eight seconds when it is left out. */
export type Planned<Mode extends FaultMode = FaultMode> = Mode | { readonly mode: 'late'; readonly seconds: number };

/** The fault that strikes a call, and how much later a late one takes effect. */
export interface StruckCall {
  readonly mode: CallFault;
  readonly lateMs: number;
}

/** The fault that is set on one vendor, and how often it still strikes. */
export interface Faults {
  /** Sets the fault for the next `count` acts, replacing what was set; "none" clears it. */
  set(planned: Planned, count: number): void;
  /** The fault that strikes this call, used up by asking. */
  takeForCall(): StruckCall | undefined;
  /** The fault that strikes this webhook, used up by asking. */
  takeForWebhook(): WebhookFault | undefined;
  /** Whether this payment, which is asked for the first time, is refused; used up by asking. */
  takeRefusal(): boolean;
}

export const usualLateSeconds = 8;

/** What an answer is in place of the vendor's own: of a machine that stands in between, or nothing at all. */
export const wrongBodies: Readonly<Record<'nonsense' | 'nothing', string>> = {
  nonsense: '<!doctype html><html><body><h1>It works!</h1></body></html>',
  nothing: '',
};

export function openFaults(): Faults {
  let current: { mode: FaultMode; left: number; lateMs: number } = { mode: 'none', left: 0, lateMs: 0 };
  const take = <Mode extends FaultMode>(modes: readonly Mode[]): Mode | undefined => {
    const mode = modes.find((candidate) => candidate === current.mode);
    if (mode === undefined || current.left <= 0) return undefined;
    current = { ...current, left: current.left - 1 };
    return mode;
  };
  return {
    set: (planned, count) => {
      const { mode, seconds } = typeof planned === 'string' ? { mode: planned, seconds: usualLateSeconds } : planned;
      current = { mode, left: count, lateMs: seconds * secondMs };
    },
    takeForCall() {
      const { lateMs } = current;
      const mode = take(callFaults);
      return mode && { mode, lateMs };
    },
    takeForWebhook: () => take(webhookFaults),
    takeRefusal: () => take(paymentFaults) !== undefined,
  };
}
