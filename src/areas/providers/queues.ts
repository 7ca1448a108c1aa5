import type { Settings } from '../../settings/index.ts';
import type { Queue } from '../cases/face.ts';

/** Who asks to be a provider. */
export function providersQueue(settings?: Pick<Settings, 'strategies'>): Queue {
  const queue: Queue = { name: 'providers', right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.strategies.promisedHours };
}

export const queues = (): readonly Queue[] => [providersQueue()];
