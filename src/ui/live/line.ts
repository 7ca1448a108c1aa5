import { pushedKinds, type PushedKind } from '../../protocol/pushed.ts';
import { whenIdle } from '../page/idle.ts';
import { openBurst } from './burst.ts';
import type { PushedLine } from './pushed.ts';

/**
 * The live line: one stream a browser, whichever tab holds it, told on to the others. What comes over it are topics
 * that went stale ('*' is all of them), where a tab that was away hears what it missed, or that everything is stale; and
 * what is pushed and never stored, of which it hears the newest.
 */
export interface LiveLine {
  close(): void;
}

export interface LiveLineSettings {
  readonly onStale: (topics: readonly string[]) => void;
  /** Takes what is pushed, and which stream stands. */
  readonly pushed: PushedLine;
  /** The newest line when this page read for the first time: what has come since is heard by it too. */
  readonly readSince: () => string | undefined;
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
/** Beside it, because tabs of an older build take every message there for topics. */
const pushedChannelName = 'atrium.pushed';

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
  let lastId = settings.readSince();
  const tabs = openTabs(settings.pushed, {
    lastId: () => lastId,
    hearLast: (id) => {
      if (lastId !== undefined && BigInt(id) <= BigInt(lastId)) return;
      lastId = id;
      burst.hear(['*']);
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    lastId = data.id;
    if (data.topics.length > 0) burst.hear(data.topics);
  });
  const hold = (): Promise<void> =>
    holdStream({
      ...settings,
      ending: ending.signal,
      tabs,
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
      tabs.close();
      burst.close();
    },
  };
}

type Tabs = ReturnType<typeof openTabs>;

/** Between the tab that holds the stream and the others: which stream stands, the last line it told, and what it pushed. */
type BetweenTabs =
  | { readonly kind: 'asked' }
  | { readonly kind: 'stream'; readonly name: string | undefined; readonly lastId?: string | undefined }
  | { readonly kind: 'pushed'; readonly of: PushedKind; readonly text: string };

interface LastLine {
  readonly lastId: () => string | undefined;
  /** Another tab was told that line last. */
  readonly hearLast: (id: string) => void;
}

function openTabs(pushed: PushedLine, { lastId, hearLast }: LastLine) {
  const channel = new BroadcastChannel(pushedChannelName);
  let isHolder = false;
  const say = (message: BetweenTabs): void => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<BetweenTabs>) => {
    if (data.kind === 'pushed') pushed.tell(data.of, data.text);
    else if (data.kind === 'stream') {
      pushed.keepStream(data.name);
      if (data.lastId !== undefined) hearLast(data.lastId);
    } else if (isHolder) say({ kind: 'stream', name: pushed.stream(), lastId: lastId() });
  });
  // A tab that comes later cannot have heard the stream's name, nor what it told since that tab's page began to read.
  say({ kind: 'asked' });
  return {
    /** This tab's stream, or that it has broken. */
    hold(name: string | undefined): void {
      isHolder = true;
      pushed.keepStream(name);
      say({ kind: 'stream', name });
    },
    push(of: PushedKind, text: string): void {
      pushed.tell(of, text);
      say({ kind: 'pushed', of, text });
    },
    close: () => channel.close(),
  };
}

interface HoldSettings extends LiveLineSettings {
  readonly ending: AbortSignal;
  readonly tabs: Tabs;
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
    if (ending.aborted) return;
    settings.tabs.hold(undefined);
    await pause(backOffMs(failures, chance()), ending);
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
function listen({ ending, lastId, tell, tabs }: HoldSettings): Promise<boolean> {
  const last = lastId();
  const source = new EventSource(last === undefined ? address : `${address}?last_event_id=${encodeURIComponent(last)}`);
  let wasOpen = false;
  source.addEventListener('open', () => {
    wasOpen = true;
  });
  source.addEventListener('stream', ({ data }: MessageEvent<string>) => tabs.hold(readName(data)));
  for (const kind of pushedKinds) source.addEventListener(kind, ({ data }: MessageEvent<string>) => tabs.push(kind, data));
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

function readName(data: string): string | undefined {
  const { stream } = JSON.parse(data) as { readonly stream?: unknown };
  return typeof stream === 'string' ? stream : undefined;
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
