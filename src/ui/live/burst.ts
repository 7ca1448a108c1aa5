/**
 * Brings the lines of one happening together. A transfer goes through half a dozen phases within seconds, and each says that the
 * same lists went stale. The first word of a topic is told at once, the words after it once when there is quiet, or when they
 * have waited long enough. What is heard is always told after it was heard, so the last state is never missed.
 */
export interface Burst {
  hear(topics: readonly string[]): void;
  /** Tells nothing more. */
  close(): void;
}

export interface BurstSettings {
  readonly tell: (topics: readonly string[]) => void;
  readonly nowMs: () => number;
  /** Does it so much later; answers what calls it off. */
  readonly later: (ms: number, work: () => void) => () => void;
}

const quietMs = 600;
const longestWaitMs = 2500;
/** Every topic there is. */
const all = '*';

export function openBurst({ tell, nowMs, later }: BurstSettings): Burst {
  /** What was told since there was quiet. */
  const told = new Set<string>();
  /** What was heard again after it was told, and since when. */
  const waiting = new Set<string>();
  let waitingSinceMs = 0;
  let callOff = (): void => undefined;

  const lookAgain = (): void => {
    callOff();
    const now = nowMs();
    const untilMs = waiting.size === 0 ? now + quietMs : Math.min(now + quietMs, waitingSinceMs + longestWaitMs);
    callOff = later(untilMs - now, look);
  };
  const look = (): void => {
    if (waiting.size === 0) return told.clear();
    const due = waiting.has(all) ? [all] : [...waiting];
    waiting.clear();
    for (const topic of due) told.add(topic);
    lookAgain();
    tell(due);
  };
  return {
    hear(topics) {
      const isTold = (topic: string): boolean => told.has(all) || told.has(topic);
      const fresh = topics.filter((topic) => !isTold(topic));
      for (const topic of topics.filter(isTold)) {
        if (waiting.size === 0) waitingSinceMs = nowMs();
        waiting.add(topic);
      }
      for (const topic of fresh) told.add(topic);
      lookAgain();
      if (fresh.length > 0) tell(fresh);
    },
    close: () => callOff(),
  };
}
