import type { TransferDetails, TransferStatus } from '../../../protocol/payment.ts';

type EntryState = 'done' | 'now' | 'next' | 'stopped';

export interface DrawnEntry {
  readonly key: string;
  readonly text: string;
  readonly state: EntryState;
  readonly at: string;
}

const ended: ReadonlySet<TransferStatus> = new Set(['completed', 'declined', 'cancelled', 'failed']);

export function hasEnded(status: TransferStatus): boolean {
  return ended.has(status);
}

/** It ended, and not as it was meant to. */
export function isStopped(status: TransferStatus): boolean {
  return hasEnded(status) && status !== 'completed';
}

/** The stages as they are drawn: all but the last are behind, the last is where the transfer stands or how it ended. */
export function timelineOf(transfer: Pick<TransferDetails, 'timeline' | 'status'>): readonly DrawnEntry[] {
  const { timeline, status } = transfer;
  return timeline.map(({ code, text, at }, index) => ({
    key: `${index}-${code}`,
    text,
    at,
    state: index < timeline.length - 1 ? 'done' : lastState(status),
  }));
}

function lastState(status: TransferStatus): EntryState {
  if (!hasEnded(status)) return 'now';
  return isStopped(status) ? 'stopped' : 'done';
}
