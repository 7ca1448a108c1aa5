import type { Queue } from '../cases/face.ts';

/** Deliveries that are paid and have not ended. */
export const deliveryQueue = { name: 'gold-delivery', right: 'transfers', promisedHours: 28 } as const satisfies Queue;

export const queues = (): readonly Queue[] => [deliveryQueue];
