import type { Queue } from '../cases/face.ts';
import { providersQueue } from '../strategies/face.ts';

export const queues = (): readonly Queue[] => [providersQueue()];
