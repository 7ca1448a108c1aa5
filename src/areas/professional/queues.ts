import type { Queue } from '../cases/face.ts';

/** Applications to be treated as a professional (interfaces §7). Within how many hours of business is our own rule. */
export const professionalQueue: Queue = { name: 'professional', right: 'papers', promisedHours: 28 };

export const queues = (): readonly Queue[] => [professionalQueue];
