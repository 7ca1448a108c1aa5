import type { Settings } from '../../settings/index.ts';
import type { Queue } from '../cases/face.ts';

/** Clients who may be on a list of sanctions, or politically exposed (interfaces §7). */
export function screeningQueue(settings?: Pick<Settings, 'screening'>): Queue {
  const queue: Queue = { name: 'screening', right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.screening.promisedHours };
}

export const queues = (): readonly Queue[] => [screeningQueue()];
