import type { Queue } from '../cases/face.ts';

/** What two books say otherwise of the same money, and what an account has lost beyond its funds. */
export const differencesQueue = { name: 'differences', right: 'transfers', promisedHours: 24 } as const satisfies Queue;

export const queues = (): readonly Queue[] => [differencesQueue];
