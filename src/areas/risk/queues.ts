import { reviewsQueueName } from '../../law/riskLevels.ts';
import type { Settings } from '../../settings/index.ts';
import type { Queue } from '../cases/face.ts';

/** Clients whose review is due (our own: interfaces §7 names no queue for it). */
export function reviewsQueue(settings?: Pick<Settings, 'risk'>): Queue {
  const queue: Queue = { name: reviewsQueueName, right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.risk.promisedHours };
}

export const queues = (): readonly Queue[] => [reviewsQueue()];
