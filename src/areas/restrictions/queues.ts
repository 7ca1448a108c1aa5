import type { Queue } from '../cases/face.ts';

/** Accounts whose access at the platform is not what we want there: somebody has changed it, or the platform refuses. */
export const accessQueue = { name: 'access', right: 'restrictions', promisedHours: 8 } as const satisfies Queue;

export const queues = (): readonly Queue[] => [accessQueue];

export function aboutAccess(number: number): string {
  return `access:${number}`;
}
