import type { StatusId } from './statuses.ts';

/** The status of whoever has done nothing for long (document 1 §4: DORMANT; set by a job: readings, 7). */
export const dormantStatus: StatusId = 11;

/** Who becomes dormant. Our own rule: of all others something else is asked first, and a trigger watches no others. */
export const watchedStatus: StatusId = 12;
