import type { Queue } from '../cases/face.ts';

/** Tax numbers that clients owe beyond their time (interfaces §7). Within how many hours of business is our own rule. */
export const taxQueue = { name: 'tax', right: 'papers', promisedHours: 40 } as const satisfies Queue;

/** As a case names whose number it is. */
export const taxSubject = (client: number): string => `tax:${client}`;

export const queues = (): readonly Queue[] => [taxQueue];
