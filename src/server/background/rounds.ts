import { setTimeout as rest } from 'node:timers/promises';

/** Who wakes it during a round waits so long for the next, which then has more to do: each is a commit. The first is at once. */
const restMs = 15;

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
  const loop = async (): Promise<void> => {
    try {
      for (;;) {
        isWanted = false;
        while (await step());
        if (!isWanted) return;
        await rest(restMs);
      }
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
      wake();
      while (running) await running;
    },
  };
}
