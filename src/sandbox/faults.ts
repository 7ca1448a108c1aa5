/**
 * How an outside party can be made to fail. The first four strike calls to it, the others its webhooks:
 * no answer before or after the call took effect, an error, a slow answer; webhooks twice, late, out of order,
 * with a wrong signature.
 */
export const callFaults = ['timeout_before', 'timeout_after', 'error', 'slow'] as const;
export const webhookFaults = ['duplicate', 'delay', 'reorder', 'forge'] as const;

export type CallFault = (typeof callFaults)[number];
type WebhookFault = (typeof webhookFaults)[number];
export type FaultMode = CallFault | WebhookFault | 'none';

/** The fault that is set on one vendor, and how often it still strikes. */
export interface Faults {
  /** Sets the fault for the next `count` acts, replacing what was set; "none" clears it. */
  set(mode: FaultMode, count: number): void;
  /** The fault that strikes this call, used up by asking. */
  takeForCall(): CallFault | undefined;
  /** The fault that strikes this webhook, used up by asking. */
  takeForWebhook(): WebhookFault | undefined;
}

export function openFaults(): Faults {
  let current: { mode: FaultMode; left: number } = { mode: 'none', left: 0 };
  const take = <Mode extends FaultMode>(modes: readonly Mode[]): Mode | undefined => {
    const mode = modes.find((candidate) => candidate === current.mode);
    if (mode === undefined || current.left <= 0) return undefined;
    current = { mode: current.mode, left: current.left - 1 };
    return mode;
  };
  return {
    set: (mode, count) => {
      current = { mode, left: count };
    },
    takeForCall: () => take(callFaults),
    takeForWebhook: () => take(webhookFaults),
  };
}
