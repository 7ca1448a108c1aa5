import type { PushedKind } from '../../protocol/pushed.ts';

/** What the browser's one stream brings beside the lines that say what went stale, for the screens of this tab. */
export interface Pushed {
  /** The name of the stream that stands now; undefined while there is none. */
  stream(): string | undefined;
  /** Hears every event of a kind, and answers how to stop. Its data is what our own server wrote. */
  hear(kind: PushedKind, listener: (data: unknown) => void): () => void;
  /** Hears that another stream stands, or none; and answers how to stop. */
  onStream(listener: () => void): () => void;
}

/** The side of the live line, which hands in what it hears. */
export interface PushedLine extends Pushed {
  keepStream(name: string | undefined): void;
  tell(kind: PushedKind, text: string): void;
}

export function openPushed(): PushedLine {
  let stream: string | undefined;
  const listeners = new Map<PushedKind, Set<(data: unknown) => void>>();
  const onStream = new Set<() => void>();
  return {
    stream: () => stream,
    hear(kind, listener) {
      const own = listeners.get(kind) ?? new Set();
      listeners.set(kind, own.add(listener));
      return () => void own.delete(listener);
    },
    onStream(listener) {
      onStream.add(listener);
      return () => void onStream.delete(listener);
    },
    keepStream(name) {
      if (name === stream) return;
      stream = name;
      for (const listener of onStream) listener();
    },
    tell(kind, text) {
      const own = listeners.get(kind);
      if (!own || own.size === 0) return;
      const data: unknown = JSON.parse(text);
      for (const listener of own) listener(data);
    },
  };
}
