import type { Settings } from '../../settings/index.ts';
import type { Queue } from '../cases/face.ts';

/** What managers have written of their strategies. */
export function strategyNewsQueue(settings?: Pick<Settings, 'strategies'>): Queue {
  const queue: Queue = { name: 'strategy-news', right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.strategies.promisedHours };
}

export const queues = (): readonly Queue[] => [strategyNewsQueue()];
