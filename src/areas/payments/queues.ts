import type { Queue } from '../cases/face.ts';
import { chargebacksQueue } from '../disputes/face.ts';

export { chargebacksQueue } from '../disputes/face.ts';

/** Refunds that fit no payment, and deposits of which something else arrived than was asked for. */
export const depositsQueue = { name: 'deposits', right: 'transfers', promisedHours: 8 } as const satisfies Queue;

/** Money at a provider that no order waits for. */
export const unmatchedQueue = { name: 'unmatched', right: 'transfers', promisedHours: 8 } as const satisfies Queue;

/** Withdrawals that wait for approval. By when each is to be decided is a setting. */
export const withdrawalsQueue = { name: 'withdrawals', right: 'transfers', promisedHours: 24 } as const satisfies Queue;

export const queues = (): readonly Queue[] => [withdrawalsQueue, depositsQueue, unmatchedQueue, chargebacksQueue];
