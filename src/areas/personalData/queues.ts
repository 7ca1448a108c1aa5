import type { Queue } from '../cases/face.ts';
import { erasureQueueName } from './rules.ts';

/** Clients who want to be erased. Within how many hours of business is our own rule; the law gives a month (GDPR, article 12(3)). */
export const erasureQueue = { name: erasureQueueName, right: 'restrictions', promisedHours: 70 } as const satisfies Queue;

export const queues = (): readonly Queue[] => [erasureQueue];
