/** Lets attempts on one name follow each other, so that a burst of guesses cannot pass the limits side by side. */
export interface KeyedLock {
  /** Runs `work` when those before it with the same name have ended; undefined when too many are waiting. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> | undefined;
}

const maxWaitingEach = 20;
const maxNames = 10_000;

export function openKeyedLock(): KeyedLock {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return {
    take(name, work) {
      const queue = queues.get(name) ?? { last: Promise.resolve(), waiting: 0 };
      if (queue.waiting >= maxWaitingEach || (queue.waiting === 0 && queues.size >= maxNames)) return undefined;
      queues.set(name, queue);
      queue.waiting += 1;
      const run = queue.last.then(work);
      // Whoever comes next waits for the end of this one, good or bad.
      queue.last = run.then(letNext, letNext);
      function letNext(): void {
        if (queue) queue.waiting -= 1;
        if (queue?.waiting === 0) queues.delete(name);
      }
      return run;
    },
  };
}
