import type { Queue } from '../cases/face.ts';

/** Moves that clients have asked for. */
export const movesQueue = { name: 'moves', right: 'moves', promisedHours: 24 } as const satisfies Queue;

export const queues = (): readonly Queue[] => [movesQueue];
