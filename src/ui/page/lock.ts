/** The lock over the page: whoever meets a 401 waits here until the client is back. */
export interface Lock {
  isShut(): boolean;
  /** Shuts the page; answers when it is opened again. */
  wait(): Promise<void>;
  open(): void;
  /** The session has ended, and what stands on the page says why: the lock stays away, and calls wait until one is led on. */
  hold(): void;
  subscribe(listener: () => void): () => void;
}

export function makeLock(): Lock {
  let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  let isHeld = false;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    isShut: () => waiting !== undefined,
    hold: () => {
      isHeld = true;
    },
    wait: () => {
      if (isHeld) return new Promise(() => undefined);
      if (waiting === undefined) {
        waiting = Promise.withResolvers<void>();
        tell();
      }
      return waiting.promise;
    },
    open: () => {
      const opened = waiting;
      waiting = undefined;
      opened?.resolve();
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
