import { setTimeout as rest } from 'node:timers/promises';

/**
 * Between a round and the next one that somebody else wakes it to lies at least twice what the last took, within these bounds: each
 * is a commit, and the busier the machine, the more each finds to do. After a quiet while the first is at once.
 */
const restMs = { least: 15, most: 60 } as const;

/** Goes off once, at the earliest of the times that it was set to since it went off last. */
export function openAlarm(ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let atMs = Infinity;
  return {
    within(ms: number): void {
      const wantedMs = performance.now() + Math.max(ms, 1);
      if (wantedMs >= atMs) return;
      clearTimeout(timer);
      atMs = wantedMs;
      timer = setTimeout(() => {
        atMs = Infinity;
        ring();
      }, ms);
    },
    close: (): void => clearTimeout(timer),
  };
}

/** Runs `step` again and again while it finds something, one at a time; woken meanwhile, once more. */
export function openLane(step: () => Promise<boolean>, onFault: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let isWanted = false;
  /** Somebody waits for all of it to be done. */
  let isHurried = false;
  let restsUntilMs = -Infinity;
  const round = async (): Promise<void> => {
    const leftMs = restsUntilMs - performance.now();
    if (leftMs > 0 && !isHurried) await rest(leftMs);
    isWanted = false;
    const begunMs = performance.now();
    while (await step());
    const endedMs = performance.now();
    restsUntilMs = endedMs + Math.min(restMs.most, Math.max(restMs.least, 2 * (endedMs - begunMs)));
  };
  const loop = async (): Promise<void> => {
    try {
      do await round();
      while (isWanted);
    } catch (error) {
      onFault(error);
    } finally {
      // In the same breath as the last look: whoever wakes it later begins anew.
      running = undefined;
    }
  };
  const wake = (): void => {
    isWanted = true;
    running ??= loop();
  };
  return {
    wake,
    isRunning: (): boolean => running !== undefined,
    async run(): Promise<void> {
      isHurried = true;
      wake();
      while (running) await running;
      isHurried = false;
    },
  };
}
