import type { Pushed } from './pushed.ts';

/**
 * What this tab wants written to the browser's stream. It is said once the stream stands, again for each stream that follows
 * it, before it runs out, and when it has changed; a tab that nobody sees wants nothing.
 */
export interface Watching<Wish> {
  /** Undefined: nothing any more. */
  want(wish: Wish | undefined): void;
  close(): void;
}

export interface WatchingSettings<Wish> {
  readonly pushed: Pick<Pushed, 'stream' | 'onStream'>;
  /** Asks the server; an empty wish ends the watch. */
  readonly send: (stream: string, wish: Wish | undefined) => Promise<unknown>;
  /** Whether the last wish stands with the server. */
  readonly onStanding: (stands: boolean) => void;
  readonly isSeen: () => boolean;
  /** Calls when the tab is seen again, or not any more; answers how to stop. */
  readonly onSeen: (listener: () => void) => () => void;
  /** Does it so much later; answers what calls it off. */
  readonly later: (ms: number, work: () => void) => () => void;
}

/** Several parts of a screen say what they show one after another: they are said together. */
const gatherMs = 50;
/** A minute is well before the server forgets a tab (90 seconds), and no load. */
const renewMs = 60_000;
/** After a refusal or no answer: the screen asks for itself meanwhile. */
const retryMs = 10_000;

export function openWatching<Wish>(settings: WatchingSettings<Wish>): Watching<Wish> {
  const { pushed, send, isSeen, later } = settings;
  let wanted: Wish | undefined;
  /** What the server was told last, and over which stream. */
  let told: { readonly stream: string; readonly wish: string | undefined } | undefined;
  let isSending = false;
  let isClosed = false;
  let callOff = (): void => undefined;

  const again = (ms: number): void => {
    callOff();
    if (!isClosed) callOff = later(ms, () => void say());
  };
  const say = async (): Promise<void> => {
    const stream = pushed.stream();
    if (stream === undefined || isSending) return;
    const wish = wantedNow();
    const text = textOf(wish);
    if (text === undefined && told?.wish === undefined) return;
    isSending = true;
    let isAnswered = false;
    try {
      await send(stream, wish);
      isAnswered = true;
    } catch {
      // The screen asks for itself while nothing is pushed, and shows what went wrong with that.
    }
    isSending = false;
    told = isAnswered ? { stream, wish: text } : undefined;
    settings.onStanding(isAnswered && text !== undefined && stream === pushed.stream());
    if (isClosed) return isChanged() && isAnswered ? say() : undefined;
    again(isChanged() && isAnswered ? gatherMs : isAnswered ? renewMs : retryMs);
  };
  const wantedNow = (): Wish | undefined => (isSeen() && !isClosed ? wanted : undefined);
  /** Something else is wanted, or over another stream, than what was just said. */
  const isChanged = (): boolean => {
    const text = textOf(wantedNow());
    return text !== told?.wish || (text !== undefined && pushed.stream() !== told?.stream);
  };

  const stops = [
    pushed.onStream(() => {
      settings.onStanding(false);
      again(0);
    }),
    settings.onSeen(() => again(0)),
  ];
  return {
    want(wish) {
      wanted = wish;
      if (isChanged() && !isSending) again(gatherMs);
    },
    close() {
      isClosed = true;
      callOff();
      for (const stop of stops) stop();
      void say();
    },
  };
}

function textOf(wish: unknown): string | undefined {
  return wish === undefined ? undefined : JSON.stringify(wish);
}
