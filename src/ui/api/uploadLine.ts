/** `waiting`: the line is gone, and is tried again by itself; `lost`: it was tried often enough. */
type LineState = 'sending' | 'paused' | 'waiting' | 'lost';

/** One file on its way: whoever sends it asks here whether to go on, and whoever looks at it halts it here. */
export interface UploadLine {
  readonly state: () => LineState;
  readonly subscribe: (hear: () => void) => () => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  /** Resolves when it may go on: at once, or when somebody wishes. The signal ends what is under way once it is halted. */
  readonly going: () => Promise<AbortSignal>;
  /** The line is gone: resolves after so long, when there is a network again, or when somebody wishes. */
  readonly missed: (waitMs: number) => Promise<void>;
  readonly lose: () => void;
}

export function openUploadLine(): UploadLine {
  let state: LineState = 'sending';
  let halt = new AbortController();
  const heard = new Set<() => void>();
  const set = (next: LineState): void => {
    if (state === next) return;
    state = next;
    if (next === 'paused') halt.abort();
    for (const hear of heard) hear();
  };
  const subscribe = (hear: () => void): (() => void) => {
    heard.add(hear);
    return () => void heard.delete(hear);
  };
  const until = async (ready: () => boolean): Promise<void> => {
    if (ready()) return;
    await new Promise<void>((resolve) => {
      const end = subscribe(() => {
        if (!ready()) return;
        end();
        resolve();
      });
    });
  };
  return {
    state: () => state,
    subscribe,
    pause: () => set('paused'),
    goOn: () => set('sending'),
    lose: () => set('lost'),
    async going() {
      await until(() => state === 'sending');
      if (halt.signal.aborted) halt = new AbortController();
      return halt.signal;
    },
    async missed(waitMs) {
      set('waiting');
      const back = (): void => void (state === 'waiting' && set('sending'));
      const timer = setTimeout(back, waitMs);
      addEventListener('online', back);
      await until(() => state !== 'waiting');
      clearTimeout(timer);
      removeEventListener('online', back);
    },
  };
}
