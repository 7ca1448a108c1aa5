/** What a vendor still does after it has cut the line, and forgets when it is emptied or ends. */
export interface Later {
  after(ms: number, work: () => unknown): void;
  forget(): void;
}

/** More than anybody plans; a program that plans more has gone astray. */
const plansMost = 10_000;

export function openLater(): Later {
  const timers = new Set<NodeJS.Timeout>();
  return {
    after(ms, work) {
      if (timers.size >= plansMost) throw new RangeError(`at most ${plansMost} calls take effect late`);
      const timer = setTimeout(() => {
        timers.delete(timer);
        // What fails then fails as it would have at once, with nobody left to tell.
        Promise.resolve()
          .then(work)
          .catch((fault: unknown) => process.stderr.write(`sandbox, late: ${String(fault)}\n`));
      }, ms);
      timer.unref();
      timers.add(timer);
    },
    forget() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
