import { whenIdle } from '../page/idle.ts';
import { openBurst } from './burst.ts';

/**
 * The live line: one stream a browser, whichever tab holds it, told on to the others. What comes over it are topics
 * that went stale ('*' is all of them); a tab that was away hears what it missed, or that everything is stale.
 */
export interface LiveLine {
  close(): void;
}

export interface LiveLineSettings {
  readonly onStale: (topics: readonly string[]) => void;
  /** Whether the line stands: screens say so when prices may be old. */
  readonly onState?: (isOpen: boolean) => void;
  /** Between 0 and 1, so that a thousand browsers do not come back in the same second. */
  readonly chance?: () => number;
}

interface Told {
  readonly id: string;
  readonly topics: readonly string[];
}

const address = '/api/js/stream';
const lockName = 'atrium.live';
const channelName = 'atrium.live';

export function openLiveLine(settings: LiveLineSettings): LiveLine {
  const ending = new AbortController();
  const channel = new BroadcastChannel(channelName);
  const burst = openBurst({
    tell: settings.onStale,
    nowMs: () => performance.now(),
    later: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  let lastId: string | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    lastId = data.id;
    settings.onState?.(true);
    if (data.topics.length > 0) burst.hear(data.topics);
  });
  const hold = (): Promise<void> =>
    holdStream({
      ...settings,
      ending: ending.signal,
      lastId: () => lastId,
      tell: (told) => {
        lastId = told.id;
        channel.postMessage(told);
        if (told.topics.length > 0) burst.hear(told.topics);
      },
    });
  // What is shown has just been asked for: the stream need not stand in the way of its being drawn.
  const stopWaiting = whenIdle(() => {
    // The lock passes to the next tab when the one that holds it is closed. Without locks each tab has its own stream.
    if ('locks' in navigator) navigator.locks.request(lockName, { signal: ending.signal }, hold).catch(ignoreAbort);
    else void hold();
  });
  return {
    close: () => {
      stopWaiting();
      ending.abort();
      channel.close();
      burst.close();
    },
  };
}

interface HoldSettings extends LiveLineSettings {
  readonly ending: AbortSignal;
  readonly lastId: () => string | undefined;
  readonly tell: (told: Told) => void;
}

/** Keeps a stream open, coming back with growing pauses, until the line is closed. */
async function holdStream(settings: HoldSettings): Promise<void> {
  const { ending, chance = Math.random } = settings;
  let failures = 0;
  while (!ending.aborted) {
    await untilOnline(ending);
    if (ending.aborted) return;
    const wasOpen = await listen(settings);
    failures = wasOpen ? 1 : failures + 1;
    settings.onState?.(false);
    if (!ending.aborted) await pause(backOffMs(failures, chance()), ending);
  }
}

/** A device that says it has no network has none (one that says it has may be wrong), so a try would be in vain. */
function untilOnline(ending: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal: ending });
    ending.addEventListener('abort', () => resolve(), { once: true });
  });
}

const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** Doubling pauses up to a minute, each between half and whole. */
export function backOffMs(failures: number, chance: number): number {
  const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10));
  return Math.round(whole * (0.5 + chance / 2));
}

/** One stream until it breaks. Answers whether it ever stood. */
function listen({ ending, lastId, tell, onState }: HoldSettings): Promise<boolean> {
  const last = lastId();
  const source = new EventSource(last === undefined ? address : `${address}?last_event_id=${encodeURIComponent(last)}`);
  let wasOpen = false;
  source.addEventListener('open', () => {
    wasOpen = true;
    onState?.(true);
  });
  source.addEventListener('hello', ({ lastEventId }: MessageEvent<string>) => tell({ id: lastEventId, topics: [] }));
  source.addEventListener('stale', ({ data, lastEventId }: MessageEvent<string>) =>
    tell({ id: lastEventId, topics: readTopics(data) }),
  );
  return new Promise((resolve) => {
    const end = (): void => {
      source.close();
      resolve(wasOpen);
    };
    source.addEventListener('error', end);
    ending.addEventListener('abort', end, { once: true });
  });
}

/** A line that cannot be read makes everything stale: better asked once too often than shown wrong. */
export function readTopics(data: string): readonly string[] {
  try {
    const { topics } = JSON.parse(data) as { readonly topics?: unknown };
    if (Array.isArray(topics) && topics.every((topic) => typeof topic === 'string')) return topics;
  } catch {
    // Falls through to all.
  }
  return ['*'];
}

function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ending.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
