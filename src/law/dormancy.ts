import type { StatusId } from './statuses.ts';

/** The status of whoever has done nothing for long (document 1 §4: DORMANT; set by a job: readings, 7). */
export const dormantStatus: StatusId = 11;

/**
 * Who becomes dormant. Our own rule: approved clients, those too who have to repeat the yearly confirmation (66). Of all others something
 * else is asked first, and a trigger watches no others.
 */
const watchedStatuses = [12, 66] as const satisfies readonly StatusId[];
export type WatchedStatus = (typeof watchedStatuses)[number];

/** Undefined for a status that nobody becomes dormant from. */
export function watchedStatus(status: StatusId): WatchedStatus | undefined {
  return watchedStatuses.find((each) => each === status);
}
