import type { Settings } from '../../settings/index.ts';
import type { Queue } from '../cases/face.ts';

/** Whose questionnaire waits. */
export function investorsQueue(settings?: Pick<Settings, 'investors'>): Queue {
  const queue: Queue = { name: 'investors', right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.investors.promisedHours };
}

export const queues = (): readonly Queue[] => [investorsQueue()];
