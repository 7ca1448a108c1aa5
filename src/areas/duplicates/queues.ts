import type { Queue } from '../cases/face.ts';

/** Two clients who may be one person: our own rule promises no hours, since nothing of theirs is held up by it. */
export const duplicatesQueue: Queue = { name: 'duplicates', right: 'papers' };

export const queues = (): readonly Queue[] => [duplicatesQueue];
