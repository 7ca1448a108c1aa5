import type { Settings } from '../../settings/index.ts';
import type { Queue } from '../cases/face.ts';

/** Who asks to be a provider, and which strategies are to be closed while others follow them. */
export function providersQueue(settings?: Pick<Settings, 'strategies'>): Queue {
  const queue: Queue = { name: 'providers', right: 'papers' };
  return settings === undefined ? queue : { ...queue, promisedHours: settings.strategies.promisedHours };
}
